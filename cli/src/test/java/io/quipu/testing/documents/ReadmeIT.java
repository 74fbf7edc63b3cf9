package io.quipu.testing.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.client.PythonClient;
import io.quipu.testing.dev.OtherPrograms;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.e2e.EndToEnd;
import io.quipu.testing.e2e.RunningQuipu;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A newcomer counts from a shell, from Java and from Python with what the README says. */
@OtherPrograms
@EndToEnd
class ReadmeIT {
  private static final RunnableDocument COUNT =
      RunnableDocument.of(Path.of("README.md")).part("Count");
  private static final String ADDRESS = "http://localhost:8080";

  @TempDir private Path folder;

  @Test
  void everyProgramCounts(TestCassandra cassandra) throws Exception {
    try (RunningQuipu quipu = RunningQuipu.start(1, cassandra, Map.of())) {
      URI service = quipu.uri(0);
      new DocumentShell(service, folder).run(COUNT);
      assertInJava(COUNT.only("java").replace(ADDRESS, service.toString()));
      var python =
          PythonClient.run(
              Map.of(), "-c", COUNT.only("python").replace(ADDRESS, service.toString()));
      assertThat(python.output()).isEqualTo("10\n");
    }
  }

  /** The snippet as one pastes it, into a shell that stays open: it follows the count. */
  private void assertInJava(String snippet) throws IOException {
    Path output = folder.resolve("jshell.txt");
    String jshell = Path.of(System.getProperty("java.home"), "bin", "jshell").toString();
    Process process =
        new ProcessBuilder(jshell, "--class-path", System.getProperty("java.class.path"), "-s", "-")
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      process.outputWriter().append(snippet).flush();
      await().untilAsserted(() -> assertThat(Files.readAllLines(output)).contains("9", "live: 9"));
    } finally {
      process.destroyForcibly();
    }
  }
}
