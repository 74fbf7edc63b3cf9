package io.quipu.testing.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The first sentence of a Javadoc names the thing; it does not begin with a pronoun. */
class JavadocTest {
  /** The first words of a Javadoc, on its first line or on the next. */
  private static final Pattern RIDDLE =
      Pattern.compile(
          "(?m)^[ \\t]*/\\*\\*[\\s*]*((?:What|Whether|Who|Whoever|That|Those|The same)\\b.*)$");

  @Test
  void noJavadocBeginsWithAPronounOrAQuestionWord() {
    List<String> offenders =
        Stream.of("src/main/java", "cli/src/main/java", "lab/src/main/java", "clients/java")
            .flatMap(folder -> SourceFiles.below(Path.of(folder)).stream())
            .flatMap(file -> offenders(file.toString(), SourceFiles.text(file)).stream())
            .toList();
    assertThat(offenders).isEmpty();
  }

  @Test
  void riddlesAreFound_onTheLineOfTheirFirstWord() {
    String source =
        """
        /** What a writer has while it is alive. */
        class A {
          /**
           * The same, for
           * a page.
           */
          int a;

          /** Whatsoever. The lease. What follows may be anything. */
          // What a comment says is its own
          int b;
        }
        """;
    assertThat(offenders("A.java", source))
        .containsExactly(
            "A.java:1 What a writer has while it is alive. */", "A.java:4 The same, for");
  }

  private static List<String> offenders(String file, String source) {
    return RIDDLE
        .matcher(source)
        .results()
        .map(found -> file + ":" + line(source, found) + " " + found.group(1))
        .toList();
  }

  private static long line(String source, MatchResult found) {
    return 1 + source.substring(0, found.start(1)).chars().filter(c -> c == '\n').count();
  }
}
