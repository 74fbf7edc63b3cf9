package io.quipu.testing.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/testing.md says which tests an ordinary build leaves out. */
class TiersTest {
  private static final Pattern LEFT_OUT =
      Pattern.compile("^@(?:Thorough|OtherPrograms|Pages)$", Pattern.MULTILINE);
  private static final Pattern CLASS = Pattern.compile("`([A-Za-z]+(?:IT|Test))`");

  @Test
  void eachTestThatIsLeftOutIsListed_andNoOther() {
    assertThat(listed()).containsExactlyElementsOf(marked());
  }

  /** The first column of the table below the heading. */
  private static Set<String> listed() {
    String text = SourceFiles.text(Path.of("docs/testing.md"));
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

  private static Set<String> marked() {
    return SourceFiles.ofTests().stream()
        .filter(file -> LEFT_OUT.matcher(SourceFiles.text(file)).find())
        .map(file -> file.getFileName().toString().replace(".java", ""))
        .filter(name -> name.matches(".*(?:IT|Test)"))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
