package io.quipu.cli;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An import as one types it again.
 *
 * @param arguments the arguments of the import that came to an end
 */
record RepeatedCommand(List<String> arguments) {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

  /** Returns the command that repeats a run from its beginning. */
  String of(String run) {
    return text(List.of("--run=" + run));
  }

  /** Returns the command that goes on with a run at a line. */
  String of(String run, long fromLine) {
    return text(List.of("--run=" + run, "--from-line=" + fromLine));
  }

  private String text(List<String> added) {
    List<String> words = new ArrayList<>(List.of("quipu"));
    for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
      String word = rest.next();
      if (word.equals("--run") || word.equals("--from-line")) {
        rest.next();
      } else if (!word.startsWith("--run=") && !word.startsWith("--from-line=")) {
        words.add(word);
      }
    }
    words.addAll(added);
    return words.stream().map(RepeatedCommand::quoted).collect(Collectors.joining(" "));
  }

  /** A word for a shell. */
  private static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
