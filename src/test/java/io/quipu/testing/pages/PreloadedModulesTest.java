package io.quipu.testing.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page names its modules at once, so that they need not be found one after the other. */
class PreloadedModulesTest {
  private static final Path ROOT = Path.of("src/main/resources/webroot");
  private static final Path FOLDER = ROOT.resolve("assets/dashboard");
  private static final Pattern NAMED =
      Pattern.compile(
          "(?:modulepreload\" href|type=\"module\" src)=\"/assets/dashboard/([^\"]+)\"");

  @Test
  void areAllThatThereAre() throws IOException {
    Set<String> named =
        NAMED
            .matcher(Files.readString(ROOT.resolve("index.html")))
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    try (Stream<Path> files = Files.list(FOLDER)) {
      Set<String> modules =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".js"))
              .collect(Collectors.toCollection(TreeSet::new));
      assertThat(named).isEqualTo(modules);
    }
  }
}
