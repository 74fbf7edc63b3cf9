package io.quipu.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.BuildDirectory;
import io.quipu.testing.dev.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The start script with its jar, as somebody runs them. */
class StartScriptIT {
  private static final Path SCRIPT = BuildDirectory.repository().resolve("cli/bin/quipu");

  @TempDir private Path folder;

  @Test
  void runsFromAnyFolder_throughLinks() throws IOException {
    Path named = Files.createDirectory(folder.resolve("a b")).resolve("quipu");
    Files.createSymbolicLink(named, SCRIPT);
    Path link = Files.createSymbolicLink(folder.resolve("q"), Path.of("a b", "quipu"));
    Programs.Run run =
        Programs.run(
            new ProcessBuilder(link.toString(), "--version").directory(folder.toFile()), "");
    assertThat(run.exitCode()).as(run.errors()).isZero();
    assertThat(run.output()).matches("quipu [0-9]+\\.[0-9]+\\.[0-9]+.*\n");
  }

  @Test
  void withoutArgumentsItPrintsItsHelp() {
    Programs.Run run = Programs.run(List.of(SCRIPT.toString()));
    assertThat(run.exitCode()).as(run.errors()).isZero();
    assertThat(run.output()).startsWith("Usage: quipu ").contains("java -jar quipu.jar --help");
  }

  @Test
  void anArgumentIsHandedOnAsItIs() {
    Programs.Run run = Programs.run(List.of(SCRIPT.toString(), "get", "a b", "--url=$HOME"));
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.errors()).contains("--url=$HOME");
  }
}
