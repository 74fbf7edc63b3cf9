package io.quipu.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.BuildDirectory;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.TestPatience;
import io.quipu.testing.e2e.EndToEnd;
import io.quipu.testing.e2e.RunningQuipu;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of the Java client, compiled and run as its first line says, on the client alone. */
@EndToEnd
class ExampleIT {

  @Test
  void countsTenVotes(TestCassandra cassandra, @TempDir Path folder) throws Exception {
    Path client = Files.createDirectories(folder.resolve("io/quipu/client"));
    Path classes = BuildDirectory.resolve("test-classes/io/quipu/client");
    try (var files = Files.newDirectoryStream(classes)) {
      for (Path file : files) {
        Files.copy(file, client.resolve(file.getFileName()));
      }
    }
    Path output = folder.resolve("output.txt");
    try (RunningQuipu quipu = RunningQuipu.start(1, cassandra, Map.of())) {
      Process example =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  folder.toString(),
                  "clients/java/examples/CountVotes.java",
                  quipu.uri(0).toString())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      try {
        assertThat(example.waitFor(TestPatience.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(output))
            .contains("10 votes are durable")
            .contains("back in black: 10\n");
        assertThat(example.exitValue()).isZero();
      } finally {
        example.destroyForcibly();
      }
    }
  }
}
