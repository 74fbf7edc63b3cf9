package io.quipu.testing.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/testing.md says which tests an ordinary build leaves out. */
class TiersTest {
  private static final Pattern CLASS = Pattern.compile("`([A-Za-z]+(?:IT|Test))`");

  @Test
  void eachThoroughTestIsListed_andNoOther() throws IOException {
    assertThat(listed()).containsExactlyElementsOf(marked());
  }

  /** The first column of the table below the heading. */
  private static Set<String> listed() throws IOException {
    String text = Files.readString(Path.of("docs/testing.md"));
    String tiers =
        text.substring(text.indexOf("\n## Tiers\n"), text.indexOf("\n## Tests by layer\n"));
    return tiers
        .lines()
        .filter(line -> line.startsWith("| `"))
        .map(line -> line.split("\\|", -1)[1])
        .flatMap(cell -> CLASS.matcher(cell).results().map(MatchResult::group))
        .map(name -> name.replace("`", ""))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> marked() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
      List<Path> classes = files.filter(file -> file.toString().endsWith(".java")).toList();
      Set<String> marked = new TreeSet<>();
      for (Path file : classes) {
        if (Files.readString(file).contains("\n@Thorough\n")) {
          marked.add(file.getFileName().toString().replace(".java", ""));
        }
      }
      return marked;
    }
  }
}
