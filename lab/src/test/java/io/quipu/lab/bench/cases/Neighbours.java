package io.quipu.lab.bench.cases;

import io.quipu.lab.bench.load.HttpText;
import io.quipu.lab.bench.load.Phase;
import io.quipu.lab.bench.load.SocketLoad;
import io.quipu.lab.bench.report.Aim;
import io.quipu.lab.bench.report.Comparison;
import io.quipu.lab.bench.report.Figures;
import io.quipu.lab.bench.report.Finding;
import io.quipu.lab.bench.report.Latency;
import io.quipu.lab.bench.server.ServerProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A namespace beside another one that is asked for ten times its rate, or that has no rate and is
 * asked for all that can be. Each window of load is measured in turn.
 */
final class Neighbours implements AutoCloseable {
  /** Of a namespace, events a second: {@code QUIPU_NAMESPACE_RATE} of the limited instance. */
  private static final int RATE = Integer.getInteger("rate", 300);

  private static final int TIMES = 10;
  private static final int COUNTERS = 100;
  private static final int CONNECTIONS = 64;
  private static final int BATCHES_IN_FLIGHT = 32;
  private static final int EVENTS_OF_A_BATCH = 1_000;

  private final Bench bench;
  private final ServerProcess service;
  private final SocketLoad quiet;
  private final SocketLoad loud;
  private final Window alone;

  private Neighbours(Bench bench, String name, Map<String, String> variables) throws Exception {
    this.bench = bench;
    service = bench.servers().started(name, List.of(), variables);
    for (String namespace : List.of("quiet", "loud")) {
      new Api(service.address()).createNamespace(namespace, "{\"kind\": \"event\"}");
    }
    quiet = posts("quiet");
    loud = posts("loud");
    alone = new Window(null);
  }

  private SocketLoad posts(String namespace) {
    return SocketLoad.http(
        service.address(),
        CONNECTIONS,
        Posts.drawn(
            COUNTERS,
            Posts.uniform(COUNTERS),
            i -> HttpText.post("/v1/counters/" + namespace + "/c" + i + "/events")));
  }

  /** Both namespaces have the rate. */
  static void limited(Bench bench) throws Exception {
    Map<String, String> rate = Map.of("QUIPU_NAMESPACE_RATE", Integer.toString(RATE));
    Finding finding = bench.finding();
    try (Neighbours run = new Neighbours(bench, "limited", rate)) {
      Window fair = run.new Window(time -> run.loud.atRate(0.9 * RATE, time));
      Window greedy = run.new Window(run::tenfold);
      run.measure(run::tenfold, fair, greedy);
      finding.add(greedy.against("ten times its rate", run.alone, "alone", Aim.atMost(1.5)));
      finding.add(greedy.against("ten times its rate", fair, "at its rate", Aim.atMost(1.5)));
      finding.add(run.alone.latency("alone"));
      finding.add(fair.latency("the other at its rate"));
      finding.add(greedy.latency("the other at ten times its rate"));
      finding.note("of the other, at ten times its rate: " + greedy.other());
    }
  }

  /** Neither has a rate. */
  static void unlimited(Bench bench) throws Exception {
    Finding finding = bench.finding();
    try (Neighbours run = new Neighbours(bench, "unlimited", Map.of());
        SocketLoad batches =
            SocketLoad.http(
                run.service.address(),
                BATCHES_IN_FLIGHT,
                new BatchBodies(
                    "{\"namespace\":\"loud\",\"counter\":\"c",
                    EVENTS_OF_A_BATCH,
                    BatchBodies.COUNTERS))) {
      Window faster = run.new Window(run::tenfold);
      Window full = run.new Window(run.loud::closedLoop);
      Window bulk = run.new Window(batches::closedLoop);
      run.measure(run.loud::closedLoop, faster, full, bulk);
      finding.add(faster.against("ten times as many", run.alone, "alone", Aim.NONE));
      finding.add(full.against("as many as can be", run.alone, "alone", Aim.NONE));
      finding.add(bulk.against("batches with ids", run.alone, "alone", Aim.NONE));
      finding.add(run.alone.latency("no rate, alone"));
      finding.add(faster.latency("no rate, the other ten times as many"));
      finding.add(full.latency("no rate, the other as many as can be"));
      finding.add(bulk.latency("no rate, the other in batches of 1,000 with ids"));
      finding.note("of the other, as many as can be: " + full.other());
      finding.note("of the other, batches: " + bulk.other());
    }
  }

  private Phase tenfold(Duration time) {
    return loud.atRate(TIMES * RATE, time);
  }

  /** Warms up with a load, and measures the quiet one alone and beside all others, in turn. */
  private void measure(Function<Duration, Phase> warm, Window... others) {
    WarmUp.run(
        bench,
        List.of(
            () -> quiet.closedLoop(Duration.ofSeconds(2)),
            () -> {
              var unused = warm.apply(Duration.ofSeconds(3));
            }));
    for (int round = 0; round < bench.rounds(); round++) {
      alone.measure();
      for (Window other : others) {
        other.measure();
      }
    }
  }

  @Override
  public void close() {
    quiet.close();
    loud.close();
    bench.servers().end(service);
  }

  /** Phases of the quiet load while another does something else, or nothing. */
  private final class Window {
    private final @Nullable Function<Duration, Phase> other;
    private final Phases phases = new Phases();
    private final Phases others = new Phases();

    Window(@Nullable Function<Duration, Phase> other) {
      this.other = other;
    }

    private void measure() {
      Calm.await(bench.servers());
      Duration time = bench.phase();
      Function<Duration, Phase> loud = other;
      if (loud == null) {
        phases.add(quiet.atRate(RATE * 0.9, time));
        return;
      }
      CompletableFuture<Phase> running = CompletableFuture.supplyAsync(() -> loud.apply(time));
      phases.add(quiet.atRate(RATE * 0.9, time));
      others.add(running.join());
    }

    Comparison against(String what, Window base, String baseName, Aim aim) {
      List<Comparison.Round> rounds = phases.against(base.phases);
      return new Comparison("p99 of the quiet one", "ms", what, baseName, aim, rounds);
    }

    Latency latency(String what) {
      return phases.latency("the quiet one", what);
    }

    String other() {
      return "%s recorded, %s refused"
          .formatted(
              Figures.of(others.perSecond(Phase::good), "requests/s"),
              Figures.of(others.perSecond(Phase::bad), "requests/s"));
    }
  }
}
