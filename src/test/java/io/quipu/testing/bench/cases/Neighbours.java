package io.quipu.testing.bench.cases;

import io.quipu.testing.bench.load.HttpText;
import io.quipu.testing.bench.load.Phase;
import io.quipu.testing.bench.load.SocketLoad;
import io.quipu.testing.bench.load.Wire;
import io.quipu.testing.bench.report.Aim;
import io.quipu.testing.bench.report.Comparison;
import io.quipu.testing.bench.report.Figures;
import io.quipu.testing.bench.report.Finding;
import io.quipu.testing.bench.report.Latency;
import io.quipu.testing.bench.server.ServerProcess;
import io.quipu.testing.bench.server.Servers;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What a namespace feels of another one that is asked for ten times its rate, and of one that has
 * no rate and is asked for all that can be. Each window of load is measured in turn.
 */
final class Neighbours implements Case {
  /** Of a namespace, events a second: {@code QUIPU_NAMESPACE_RATE} of the limited instance. */
  private static final int RATE = Integer.getInteger("rate", 300);

  private static final int TIMES = 10;
  private static final int COUNTERS = 100;
  private static final int CONNECTIONS = 64;
  private static final int BATCHES_IN_FLIGHT = 32;

  private final boolean isLimited;

  /**
   * @param isLimited whether namespaces have a rate
   */
  Neighbours(boolean isLimited) {
    this.isLimited = isLimited;
  }

  @Override
  public String name() {
    return isLimited ? "neighbours" : "neighbours-unlimited";
  }

  @Override
  public String title() {
    return "p99 of a namespace at %d events/s while another is asked for %d times as many, %s"
        .formatted(RATE, TIMES, isLimited ? "which is ten times its rate" : "or as many as can be");
  }

  @Override
  public void run(Bench bench, Finding finding) throws Exception {
    finding.note(Servers.settingsInWords());
    if (isLimited) {
      limited(bench, finding);
    } else {
      unlimited(bench, finding);
    }
  }

  private static void limited(Bench bench, Finding finding) throws Exception {
    Servers servers = bench.servers();
    ServerProcess service =
        servers.started(
            "limited", List.of(), Map.of("QUIPU_NAMESPACE_RATE", Integer.toString(RATE)));
    createNamespaces(service.address());
    try (SocketLoad quiet = posts(service.address(), "quiet");
        SocketLoad loud = posts(service.address(), "loud")) {
      warmUp(bench, finding, quiet, time -> loud.atRate(TIMES * RATE, time));
      Window alone = new Window(bench, quiet, null);
      Window fair = new Window(bench, quiet, time -> loud.atRate(0.9 * RATE, time));
      Window greedy = new Window(bench, quiet, time -> loud.atRate(TIMES * RATE, time));
      Window.inTurn(bench, alone, fair, greedy);
      finding.add(greedy.against("ten times its rate", alone, "alone", Aim.atMost(1.5)));
      finding.add(greedy.against("ten times its rate", fair, "at its rate", Aim.atMost(1.5)));
      finding.add(alone.latency("alone"));
      finding.add(fair.latency("the other at its rate"));
      finding.add(greedy.latency("the other at ten times its rate"));
      finding.note("of the other, at ten times its rate: " + greedy.other());
    }
    servers.end(service);
  }

  private static void unlimited(Bench bench, Finding finding) throws Exception {
    ServerProcess service = bench.servers().started("unlimited", List.of(), Map.of());
    createNamespaces(service.address());
    try (SocketLoad quiet = posts(service.address(), "quiet");
        SocketLoad loud = posts(service.address(), "loud");
        SocketLoad batches =
            new SocketLoad(
                service.address(), Wire.http(), BATCHES_IN_FLIGHT, 1, new LoudBatches())) {
      warmUp(bench, finding, quiet, loud::closedLoop);
      Window alone = new Window(bench, quiet, null);
      Window faster = new Window(bench, quiet, time -> loud.atRate(TIMES * RATE, time));
      Window full = new Window(bench, quiet, loud::closedLoop);
      Window bulk = new Window(bench, quiet, batches::closedLoop);
      Window.inTurn(bench, alone, faster, full, bulk);
      finding.add(faster.against("ten times as many", alone, "alone", Aim.NONE));
      finding.add(full.against("as many as can be", alone, "alone", Aim.NONE));
      finding.add(bulk.against("batches with ids", alone, "alone", Aim.NONE));
      finding.add(alone.latency("no rate, alone"));
      finding.add(faster.latency("no rate, the other ten times as many"));
      finding.add(full.latency("no rate, the other as many as can be"));
      finding.add(bulk.latency("no rate, the other in batches of 1,000 with ids"));
      finding.note("of the other, as many as can be: " + full.other());
      finding.note("of the other, batches: " + bulk.other());
    }
    bench.servers().end(service);
  }

  private static void warmUp(
      Bench bench, Finding finding, SocketLoad quiet, Function<Duration, Phase> other) {
    new WarmUp(bench.servers())
        .run(
            finding,
            List.of(
                () -> quiet.closedLoop(Duration.ofSeconds(2)),
                () -> {
                  var unused = other.apply(Duration.ofSeconds(3));
                }));
  }

  private static SocketLoad posts(InetSocketAddress service, String namespace) {
    byte[][] requests = new byte[COUNTERS][];
    for (int i = 0; i < COUNTERS; i++) {
      requests[i] = HttpText.post("/v1/counters/" + namespace + "/c" + i + "/events");
    }
    return new SocketLoad(
        service, Wire.http(), CONNECTIONS, 1, Posts.any(requests, Posts.uniform(COUNTERS)));
  }

  private static void createNamespaces(InetSocketAddress service) throws Exception {
    for (String namespace : List.of("quiet", "loud")) {
      HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(
                      URI.create(
                          "http://127.0.0.1:" + service.getPort() + "/v1/namespaces/" + namespace))
                  .header("Content-Type", "application/json")
                  .PUT(BodyPublishers.ofString("{\"kind\": \"event\"}"))
                  .build(),
              BodyHandlers.discarding());
    }
  }

  /** Phases of one load while another does something else, or nothing. */
  private static final class Window {
    private final Bench bench;
    private final SocketLoad quiet;
    private final @Nullable Function<Duration, Phase> other;
    private final List<Phase> phases = new ArrayList<>();
    private final List<Phase> others = new ArrayList<>();

    Window(Bench bench, SocketLoad quiet, @Nullable Function<Duration, Phase> other) {
      this.bench = bench;
      this.quiet = quiet;
      this.other = other;
    }

    static void inTurn(Bench bench, Window... windows) throws Exception {
      for (int round = 0; round < bench.rounds(); round++) {
        for (Window window : windows) {
          Calm.await(bench.servers());
          window.measure();
        }
      }
    }

    private void measure() {
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
      List<Comparison.Round> rounds = new ArrayList<>();
      for (int i = 0; i < phases.size(); i++) {
        rounds.add(
            new Comparison.Round(
                phases.get(i).micros(99) / 1_000, base.phases.get(i).micros(99) / 1_000));
      }
      return new Comparison("p99 of the quiet one", "ms", what, baseName, aim, rounds);
    }

    Latency latency(String what) {
      Histogram all = new Histogram(3);
      phases.forEach(phase -> all.add(phase.micros()));
      long failed = phases.stream().mapToLong(Phase::bad).sum();
      return new Latency("the quiet one", what, failed, all);
    }

    String other() {
      long good = others.stream().mapToLong(Phase::good).sum();
      long bad = others.stream().mapToLong(Phase::bad).sum();
      double seconds = others.stream().mapToDouble(phase -> phase.time().toNanos() / 1e9).sum();
      return "%s recorded, %s refused"
          .formatted(
              Figures.of(good / seconds, "requests/s"), Figures.of(bad / seconds, "requests/s"));
    }
  }
}
