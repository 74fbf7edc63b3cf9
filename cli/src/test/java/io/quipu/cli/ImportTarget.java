package io.quipu.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.is;

import io.quipu.testing.dev.TestPatience;
import io.vertx.core.json.JsonObject;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A new namespace that a test imports into, with the commands that do so. */
final class ImportTarget {
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  private final URI service;
  private final String namespace = "imported-" + NUMBERS.incrementAndGet();

  ImportTarget(URI service) {
    this(service, "{\"kind\": \"unique\"}");
  }

  ImportTarget(URI service, String settings) {
    this.service = service;
    assertThat(quipu("namespaces", "put", namespace, settings).exitCode()).isZero();
  }

  String namespace() {
    return namespace;
  }

  /** Imports from a file or a source. */
  CommandRun from(String source, String... options) {
    return quipu(
        Stream.concat(Stream.of("import", "-n", namespace, source), Stream.of(options))
            .toArray(String[]::new));
  }

  /** Kills an import named {@code first} when something has happened. */
  void isKilledOn(String source, Callable<Boolean> happened) throws Exception {
    Process process =
        CommandProcess.endingWithThisJvm(
                Map.of(), "import", "-n", namespace, source, "--run=first", "--url=" + service)
            .redirectOutput(Redirect.DISCARD)
            .start();
    Awaitility.await().failFast("it has ended", () -> !process.isAlive()).until(happened);
    process.destroyForcibly();
    assertThat(process.waitFor(TestPatience.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  /** The count of a counter, asked for again where a busy instance does not tell it. */
  long count(String counter) {
    CommandRun run =
        Awaitility.await()
            .until(() -> quipu("get", "-n", namespace, counter), tried -> tried.exitCode() == 0);
    return Long.parseLong(run.out().strip());
  }

  List<Long> counts(String... counters) {
    return Stream.of(counters).map(this::count).toList();
  }

  /** The number of counters that have the count of a source. */
  long recorded(String source) {
    return new JsonObject(from(source, "--check", "--json").out()).getLong("same");
  }

  /** Fails unless so many counters of a source have its counts, and all that it has. */
  void hasCountsOf(String source, int counters) {
    CommandRun check = from(source, "--check");
    // a busy Cassandra may have been asked again, which is said there
    assertThat(check.err().lines()).allMatch(line -> line.contains("; trying again ("));
    assertThat(check.exitCode()).as(check.err()).isZero();
    assertThat(check.out())
        .isEqualTo(
            String.format(
                Locale.ROOT, "%,d counters have the same count, 0 another one%n", counters));
  }

  /** Waits until so many counters are settled, and no others are there. */
  void hasOnly(long counters) {
    Awaitility.await("nothing else is there")
        .until(
            () -> quipu("export", "-n", namespace, "--counts").out().lines().count(), is(counters));
  }

  /** Runs a command against the service. */
  CommandRun quipu(String... arguments) {
    return CommandRun.of(service, arguments);
  }
}
