package io.quipu.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.BuildDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class RunScriptTest {
  private static final Path LAB = BuildDirectory.repository().resolve("lab");
  private static final Pattern PHASE =
      Pattern.compile("<id>program</id>\\s*<phase>([a-z-]+)</phase>");

  /** A phase before it compiles everything, runs nothing, and says that all went well. */
  @Test
  void asksMavenForThePhaseInWhichProgramsRun() throws IOException {
    String phase =
        PHASE
            .matcher(Files.readString(LAB.resolve("pom.xml")))
            .results()
            .map(found -> found.group(1))
            .findFirst()
            .orElseThrow();

    assertThat(Files.readString(LAB.resolve("run"))).contains(" " + phase + " ");
  }
}
