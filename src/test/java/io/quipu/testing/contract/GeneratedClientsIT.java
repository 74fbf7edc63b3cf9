package io.quipu.testing.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.client.NodeProcess;
import io.quipu.client.NpmPackages;
import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.OtherPrograms;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.e2e.RunningQuipu;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Clients that are generated from {@code openapi.yaml} compile, and read what they have recorded,
 * of each kind; linters have nothing against the document. The generators, and a program for each
 * client, are in {@code src/test/openapi}.
 */
@OtherPrograms
@ExtendWith(CassandraExtension.class)
class GeneratedClientsIT {
  /** What each program prints: a kind, its events, and the count that each read has. */
  private static final String[] READ = {
    "event 2 5 5 5 5",
    "unique 2 5 5 5 5",
    "latest 1 1500 1500 1500 1500",
    "linear 2 5 5 5 5",
    "sketch 2 5.5 5.5 5.5 5.5",
    "items back in black:2 7:1",
    "quantiles null 3.5",
    "series CH:2 DE:1",
    "refused 404 /problems/unknown-namespace"
  };

  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "REDOCLY_TELEMETRY",
          "off",
          "REDOCLY_SUPPRESS_UPDATE_NOTICE",
          "true",
          "PYTHONPATH",
          "target/python");

  /** Maven resets the colours before and after what it prints, even if it prints nothing. */
  private static final String COLOURS = "\u001b\\[[0-9;]*m";

  private static Path folder;
  private static Optional<Python> python;
  private static RunningQuipu quipu;

  @BeforeAll
  static void start(TestCassandra cassandra) throws IOException {
    folder = NpmPackages.tools("src/test/openapi");
    Files.writeString(folder.resolve("openapi.yaml"), PublishedContract.text());
    Optional<String> missing = NodeProcess.missing("mvn");
    Assumptions.assumeTrue(missing.isEmpty(), "there is no mvn");
    python = Python.find(folder);
    String generator = python.map(Python::generator).orElse("python");
    run("mvn", "-q", "-B", "clean", "compile", "-Dpython=" + generator);
    quipu = RunningQuipu.start(1, cassandra, Map.of("QUIPU_CHECKPOINT_PERIOD", "100ms"));
  }

  @AfterAll
  static void stop() {
    if (quipu != null) {
      quipu.close();
    }
  }

  @Test
  void redoclyFindsNoError_norInAnExample() {
    bin("redocly", "lint", "openapi.yaml");
  }

  @Test
  void spectralFindsNoError() {
    bin("spectral", "lint", "openapi.yaml");
  }

  @Test
  void aTypeScriptClient() {
    bin("openapi-typescript", "openapi.yaml", "--output", "quipu.ts");
    bin("tsc", "--project", ".");
    assertThat(run("node", "dist/use.js", quipu.uri(0).toString(), "ts-")).containsExactly(READ);
  }

  @Test
  void aJavaClient() {
    String arguments = "-Dexec.args=" + quipu.uri(0) + " java-";
    assertThat(run("mvn", "-q", "-B", "exec:java", arguments)).containsExactly(READ);
  }

  @Test
  void aPythonClient() {
    Assumptions.assumeTrue(python.isPresent(), "Pydantic, urllib3 or dateutil is missing");
    assertThat(run(python.get().command(), "-B", "use.py", quipu.uri(0).toString(), "python-"))
        .containsExactly(READ);
  }

  /** An interpreter that has what generated clients import. */
  private record Python(String command, String generator) {
    private static final String VERSION =
        "import pydantic, urllib3, dateutil, typing_extensions; print(pydantic.VERSION)";

    static Optional<Python> find(Path folder) {
      return Stream.of("python3", "/usr/bin/python3")
          .filter(GeneratedClientsIT::isThere)
          .flatMap(
              command -> {
                var version = NodeProcess.run(folder, Map.of(), command, "-c", VERSION);
                String generator =
                    version.output().startsWith("1.") ? "python-pydantic-v1" : "python";
                return version.exitCode() == 0
                    ? Stream.of(new Python(command, generator))
                    : Stream.empty();
              })
          .findFirst();
    }
  }

  private static boolean isThere(String program) {
    return Files.isExecutable(Path.of(program)) || NodeProcess.missing(program).isEmpty();
  }

  private static void bin(String program, String... arguments) {
    run(
        Stream.concat(Stream.of("node_modules/.bin/" + program), Stream.of(arguments))
            .toArray(String[]::new));
  }

  private static List<String> run(String... command) {
    return NodeProcess.run(folder, ENVIRONMENT, command)
        .requireSuccess()
        .output()
        .replaceAll(COLOURS, "")
        .lines()
        .toList();
  }
}
