package io.quipu.lab.bench.cases;

import static java.util.stream.Collectors.joining;

import io.quipu.lab.bench.load.Exchange;
import io.quipu.lab.bench.load.HttpText;
import io.quipu.lab.bench.load.Phase;
import io.quipu.lab.bench.load.SocketLoad;
import io.quipu.lab.bench.report.Finding;
import io.quipu.lab.bench.server.Cpu;
import io.quipu.lab.bench.server.Heap;
import io.quipu.lab.bench.server.ServerProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A started instance until it is at its speed, on a Cassandra that is: with the JVM options of all
 * servers, and with each set of {@code -DjvmOptions} besides, in turn. The sets are separated by
 * semicolons; an empty one is none.
 */
final class Start {
  private static final int SECONDS = 60;
  private static final double SHARE = 0.9;
  private static final String COUNTER = "start-";
  private static final int COUNTERS = 1_000;
  private static final int[] TOLD = {3, 6, 9, 12, 15, 20, 25, 30, 40, 50, SECONDS};

  private Start() {}

  static void run(Bench bench) throws Exception {
    Finding finding = bench.finding();
    finding.note(bench.connections() + " connections, one request in flight on each");
    finding.note("means of 3 s; its speed: the median of the last third of " + SECONDS + " s");
    Audit audit = Audit.ofNumbered(COUNTER, COUNTERS);
    Runs runs = new Runs(bench, audit);
    runs.cold();
    for (String set : System.getProperty("jvmOptions", "").split(";", -1)) {
      runs.warm("1,000 counters " + set, set, COUNTERS);
      runs.warm("one counter " + set, set, 1);
    }
    audit.check(bench);
  }

  private record Runs(Bench bench, Audit audit) {
    /** The first instance, which makes Cassandra warm for those after it. */
    void cold() throws IOException {
      measured(
          "1,000 counters, Cassandra cold as well",
          List.of(),
          COUNTERS,
          load -> WarmUp.run(bench, new Side("POST", load, 1)));
    }

    void warm(String name, String set, int counters) throws IOException {
      Calm.await(bench.servers());
      List<String> options = Stream.of(set.split(" ", -1)).filter(one -> !one.isBlank()).toList();
      measured(name.strip(), options, counters, load -> {});
    }

    private void measured(
        String name, List<String> options, int counters, Consumer<SocketLoad> afterwards)
        throws IOException {
      long started = System.nanoTime();
      ServerProcess server = ready(name, options);
      try (SocketLoad load = load(server, counters)) {
        measure(server, started, load);
        afterwards.accept(load);
      } finally {
        bench.servers().end(server);
      }
    }

    private ServerProcess ready(String name, List<String> options) throws IOException {
      ServerProcess server = bench.servers().started(name, options, Map.of());
      try (Exchange exchange = new Exchange(server.address())) {
        byte[] question = HttpText.get("/readyz");
        Awaitility.await("ready")
            .pollInterval(Duration.ofMillis(50))
            .ignoreExceptionsInstanceOf(IOException.class)
            .until(() -> exchange.nanos(question) > 0);
      }
      return server;
    }

    private SocketLoad load(ServerProcess server, int counters) {
      return audit.watch(
          Posts.of(
              server.address(), bench.connections(), COUNTER, counters, Posts.uniform(counters)),
          1);
    }

    private void measure(ServerProcess server, long started, SocketLoad load) throws IOException {
      double ready = (System.nanoTime() - started) / 1e9;
      List<Double> perSecond = new ArrayList<>();
      List<Double> perCpuSecond = new ArrayList<>();
      double cpu = Cpu.seconds(server.pid());
      for (int second = 0; second < SECONDS; second++) {
        Phase phase = load.closedLoop(Duration.ofSeconds(1));
        double used = Cpu.seconds(server.pid()) - cpu;
        perSecond.add(phase.perSecond());
        perCpuSecond.add(phase.good() / used);
        cpu += used;
      }
      bench.note(
          "%s: ready after %.1f s; compilers used %.0f s of CPU; %d MiB resident"
              .formatted(
                  server.name(),
                  ready,
                  Cpu.secondsOfCompilers(server.pid()),
                  Heap.residentBytes(server.pid()) >> 20));
      tell("events/s", new Ramp(perSecond));
      tell("events/s of its own CPU", new Ramp(perCpuSecond));
    }

    private void tell(String unit, Ramp ramp) {
      bench.note(
          "%d s later at 90 %% of %,.0f %s (%s)"
              .formatted(
                  ramp.secondsUntil(SHARE * ramp.steady()),
                  ramp.steady(),
                  unit,
                  IntStream.of(TOLD)
                      .mapToObj(end -> "%d s %,.0f".formatted(end, ramp.mean(end)))
                      .collect(joining(", "))));
    }
  }
}
