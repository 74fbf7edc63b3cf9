package io.quipu.ops.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A file of variables: {@code [export] NAME=value} lines, blank lines and # comment lines. */
final class EnvFile {
  private static final Pattern LINE =
      Pattern.compile("(?:export\\s+)?([A-Za-z_][A-Za-z0-9_]*)\\s*=\\s*(.*)");
  private static final Pattern QUOTED = Pattern.compile("\"(.*)\"|'(.*)'");

  private EnvFile() {}

  /**
   * Reads a file.
   *
   * @param variable the variable that names the file, for error messages
   */
  static Map<String, String> read(String variable, String file) {
    List<String> lines;
    try {
      lines = Files.readAllLines(Path.of(file.strip()));
    } catch (IOException | InvalidPathException e) {
      throw InvalidConfiguration.of(
          variable, file, "allowed is the path of a file of NAME=value lines that can be read");
    }
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        Matcher parts = LINE.matcher(line);
        if (!parts.matches()) {
          // the error does not show the line, because the line may contain a password
          throw InvalidConfiguration.of(variable, file, "line " + (i + 1) + " is not NAME=value");
        }
        values.put(parts.group(1), unquoted(parts.group(2)));
      }
    }
    return values;
  }

  private static String unquoted(String value) {
    Matcher quoted = QUOTED.matcher(value);
    if (!quoted.matches()) {
      return value;
    }
    return quoted.group(1) != null ? quoted.group(1) : quoted.group(2);
  }
}
