package io.quipu.testing.k8s;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The environment variables of the public contract; a file may set no others. */
final class DocumentedVariables {
  private static final Pattern VARIABLE = Pattern.compile("\\bQUIPU_[A-Z_]*[A-Z]");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(QUIPU_[A-Z_]+)`(, `_FILE`)?");
  private static final Set<String> NAMES =
      ROW.matcher(Yaml.text(Path.of("docs/configuration.md")))
          .results()
          .flatMap(
              row ->
                  row.group(2) == null
                      ? Stream.of(row.group(1))
                      : Stream.of(row.group(1), row.group(1) + "_FILE"))
          .collect(Collectors.toSet());

  private DocumentedVariables() {}

  /** The names in a text that look like Quipu's variables and are none. */
  static List<String> unknownIn(String text) {
    return VARIABLE
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .filter(name -> !NAMES.contains(name))
        .toList();
  }
}
