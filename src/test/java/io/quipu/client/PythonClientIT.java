package io.quipu.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.quipu.testing.dev.BuildDirectory;
import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.OtherPrograms;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.e2e.RunningQuipu;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The client for Python: its own tests, its example, its wheel, and changes of a real service. */
@OtherPrograms
@ExtendWith(CassandraExtension.class)
@EnabledIf(
    value = "io.quipu.client.PythonClient#canBeRun",
    disabledReason = "python3 3.9 or later is missing")
class PythonClientIT {
  private static final int LEAST_TESTS = 60;
  private static final Pattern PASSED = Pattern.compile("(?m)^Ran (\\d+) tests in ");

  private static RunningQuipu quipu;

  @BeforeAll
  static void start(TestCassandra cassandra) {
    quipu = RunningQuipu.start(1, cassandra, Map.of("QUIPU_CHECKPOINT_PERIOD", "200ms"));
  }

  @AfterAll
  static void stop() {
    if (quipu != null) {
      quipu.close();
    }
  }

  @Test
  void passesItsOwnTests() {
    String output = PythonClient.run(Map.of(), "-m", "unittest").requireSuccess().output();
    Matcher passed = PASSED.matcher(output);
    assertThat(passed.find()).as(output).isTrue();
    assertThat(Integer.parseInt(passed.group(1))).isGreaterThanOrEqualTo(LEAST_TESTS);
  }

  @Test
  void itsExampleDoesWhatItSays() {
    assertThat(run("examples/count.py"))
        .contains("back in black: 5", "black album: 2", "black star: 0")
        .contains("live: back in black 5")
        .endsWith("in doubt: 0");
  }

  @Test
  void itsReadmeRuns() {
    String example =
        ReadmeExample.of(PythonClient.FOLDER, "python")
            .replace("http://localhost:8080", quipu.uri(0).toString());
    assertThat(run("-c", example)).containsExactly("1", "1");
  }

  /** Changes and lists, which the table of behaviours has not. */
  @Test
  void changesNamespacesAndCounters() {
    assertThat(
            run(
                "-c",
                """
                import os, time
                from quipu_client import ProblemError, Quipu
                with Quipu(os.environ["QUIPU_ADDRESS"], namespace="python") as client:
                    print(client.put_namespace("python", {"kind": "event"}).kind)
                    print(client.put_namespace("python", {"lateness": "7d"}).settings["lateness"])
                    print("python" in [one.namespace for one in client.namespaces()])
                    client.add("a", 5), client.add("b", 2)
                    while len(list(client.counters())) < 2:
                        time.sleep(0.05)
                    print([one.counter for one in client.counters(prefix="b")])
                    client.reset("a")
                    print(client.get("a").count)
                    client.purge("b")
                    print(client.get("b").events)
                    client.delete_namespace("python")
                    while True:
                        try:
                            client.namespace("python")
                            time.sleep(0.05)
                        except ProblemError as error:
                            print(error.problem.status)
                            break
                """))
        .containsExactly("event", "7d", "True", "['b']", "0", "0", "404");
  }

  private static List<String> run(String... arguments) {
    return PythonClient.run(Map.of("QUIPU_ADDRESS", quipu.uri(0).toString()), arguments)
        .requireSuccess()
        .output()
        .lines()
        .toList();
  }

  /** The wheel, made by the setuptools that are there, has all modules and is marked as typed. */
  @Test
  void itsWheelHasAllOfIt(@TempDir Path folder) throws IOException {
    String python = "/usr/bin/python3";
    assumeThat(Path.of(python)).exists();
    assumeThat(NodeProcess.run(folder, Map.of(), python, "-c", "import setuptools, wheel, pip"))
        .as("Debian's python3-pip, python3-setuptools and python3-wheel")
        .returns(0, NodeProcess.Outcome::exitCode);
    Path sources = BuildDirectory.ofThisJvm("clients/python");
    copy(sources);
    String[] wheel = {
      python, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "-w", "" + folder, "."
    };
    Map<String, String> times = Map.of("SOURCE_DATE_EPOCH", "1700000000");
    NodeProcess.run(sources, times, wheel).requireSuccess();
    byte[] first = bytesOfTheWheel(folder);
    NodeProcess.run(sources, times, wheel).requireSuccess();
    assertThat(bytesOfTheWheel(folder)).as("the same sources, the same wheel").isEqualTo(first);
    try (Stream<Path> made = Files.list(folder);
        ZipFile zip = new ZipFile(made.findFirst().orElseThrow().toFile());
        Stream<Path> modules = Files.list(PythonClient.FOLDER.resolve("src/quipu_client"))) {
      assertThat(zip.stream().map(Object::toString))
          .containsAll(
              modules
                  .filter(Files::isRegularFile)
                  .map(file -> "quipu_client/" + file.getFileName())
                  .toList());
    }
  }

  private static byte[] bytesOfTheWheel(Path folder) throws IOException {
    try (Stream<Path> made = Files.list(folder)) {
      return Files.readAllBytes(made.findFirst().orElseThrow());
    }
  }

  private static void copy(Path target) throws IOException {
    try (Stream<Path> all = Files.walk(PythonClient.FOLDER)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        Path copy = target.resolve(PythonClient.FOLDER.relativize(file));
        Files.createDirectories(copy.getParent());
        Files.write(copy, Files.readAllBytes(file));
      }
    }
  }
}
