package io.quipu.testing.bench.cases;

import io.quipu.testing.bench.load.Exchange;
import io.quipu.testing.bench.load.HttpText;
import io.quipu.testing.bench.load.SocketLoad;
import io.quipu.testing.bench.report.Aim;
import io.quipu.testing.bench.report.Comparison;
import io.quipu.testing.bench.report.Finding;
import io.quipu.testing.bench.server.ServerProcess;
import io.quipu.testing.bench.server.Servers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What it costs Cassandra to settle counters, in this build and in another one. One event is
 * recorded into each, in one request; what is used from its acknowledgement until all is calm, but
 * for what an idle service uses, is the settling.
 */
final class SettlingCost implements Case {
  /** How long the idle service is measured, and for how long counters are settled at least. */
  private static final Duration SPELL = Duration.ofSeconds(20);

  private static final int FEW = 1_000;
  private static final int MANY = 10_000;

  @Override
  public String name() {
    return "builds-settle";
  }

  @Override
  public String title() {
    return "Cassandra's CPU for each counter that is settled; this build against the one in -Dother";
  }

  @Override
  public void run(Bench bench, Finding finding) throws Exception {
    if (!TwoBuilds.areThere(finding)) {
      return;
    }
    warmUp(bench, finding);
    compare(bench, finding, FEW, Aim.atMost(1 / 8.0));
    compare(bench, finding, MANY, Aim.atMost(1 / 15.0));
  }

  private static void warmUp(Bench bench, Finding finding) throws IOException {
    Servers servers = bench.servers();
    try (SocketLoad ofThis = posts(servers.quipu(), bench);
        SocketLoad ofOther = posts(servers.other(), bench)) {
      new WarmUp(servers).run(finding, new Side("this", ofThis, 1), new Side("other", ofOther, 1));
    }
  }

  private static SocketLoad posts(ServerProcess server, Bench bench) {
    return Posts.of(server.address(), bench.connections(), "warm-", FEW, Posts.uniform(FEW));
  }

  private static void compare(Bench bench, Finding finding, int counters, Aim aim)
      throws Exception {
    Servers servers = bench.servers();
    List<Comparison.Round> rounds = new ArrayList<>();
    // the first makes the counters and is not counted
    for (int round = -1; round < bench.rounds(); round++) {
      double ofThis = micros(servers, servers.quipu(), counters);
      double ofOther = micros(servers, servers.other(), counters);
      if (round >= 0) {
        rounds.add(new Comparison.Round(ofThis, ofOther));
      }
    }
    String what = "%,d changed counters".formatted(counters);
    finding.add(new Comparison(what, "µs a counter", "this", "other", aim, rounds));
  }

  private static double micros(Servers servers, ServerProcess build, int counters)
      throws Exception {
    double idle = idleCores(servers);
    double seconds = 0;
    int times = 0;
    long started = System.nanoTime();
    while (times == 0 || System.nanoTime() - started < SPELL.toNanos()) {
      seconds += settle(servers, build, counters, idle);
      times++;
    }
    return seconds * 1e6 / times / counters;
  }

  /** What Cassandra uses while nothing happens. */
  private static double idleCores(Servers servers) {
    Calm.await(servers);
    long since = System.nanoTime();
    double before = servers.cpuOfCassandra();
    Calm.lasting(SPELL);
    return (servers.cpuOfCassandra() - before) / ((System.nanoTime() - since) / 1e9);
  }

  private static double settle(Servers servers, ServerProcess build, int counters, double idle)
      throws Exception {
    SettledEvents settled = new SettledEvents(build);
    long before = settled.soFar();
    try (Exchange exchange = new Exchange(build.address())) {
      exchange.nanos(HttpText.post("/v1/events", "application/json", oneOfEach(counters)));
    }
    long since = System.nanoTime();
    double used = servers.cpuOfCassandra();
    settled.await(before + counters);
    Calm.await(servers);
    return servers.cpuOfCassandra() - used - idle * ((System.nanoTime() - since) / 1e9);
  }

  private static String oneOfEach(int counters) {
    return IntStream.range(0, counters)
        .mapToObj(i -> "{\"counter\":\"cost-" + i + "\"}")
        .collect(Collectors.joining(",", "[", "]"));
  }
}
