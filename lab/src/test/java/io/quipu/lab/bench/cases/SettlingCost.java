package io.quipu.lab.bench.cases;

import io.quipu.lab.bench.load.SocketLoad;
import io.quipu.lab.bench.report.Aim;
import io.quipu.lab.bench.report.Comparison;
import io.quipu.lab.bench.server.ServerProcess;
import io.quipu.lab.bench.server.Servers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Cassandra's CPU for settling counters, in this build and in another one. One event is recorded
 * into each, in one request; what is used from its acknowledgement until all is calm, but for what
 * an idle service uses, is the settling.
 */
final class SettlingCost {
  /** The time in which the idle service is measured, and the least in which counters settle. */
  private static final Duration SPELL = Duration.ofSeconds(20);

  private static final int FEW = 1_000;
  private static final int MANY = 10_000;

  private SettlingCost() {}

  static void run(Bench bench) throws Exception {
    if (!TwoBuilds.areThere(bench)) {
      return;
    }
    try (SocketLoad ofThis = posts(bench.servers().quipu(), bench);
        SocketLoad ofOther = posts(bench.servers().other(), bench)) {
      WarmUp.run(bench, new Side("this", ofThis, 1), new Side("other", ofOther, 1));
    }
    compare(bench, FEW, Aim.atMost(1 / 8.0));
    compare(bench, MANY, Aim.atMost(1 / 15.0));
  }

  private static SocketLoad posts(ServerProcess server, Bench bench) {
    return Posts.of(server.address(), bench.connections(), "warm-", FEW, Posts.uniform(FEW));
  }

  private static void compare(Bench bench, int counters, Aim aim) throws Exception {
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
    bench.finding().add(new Comparison(what, "µs a counter", "this", "other", aim, rounds));
  }

  private static double micros(Servers servers, ServerProcess build, int counters)
      throws Exception {
    double idle = idleCores(servers);
    double seconds = 0;
    int times = 0;
    long started = System.nanoTime();
    while (times == 0 || System.nanoTime() - started < SPELL.toNanos()) {
      seconds += settle(servers, new Api(build.address()), counters, idle);
      times++;
    }
    return seconds * 1e6 / times / counters;
  }

  /** The cores that Cassandra uses while nothing happens. */
  private static double idleCores(Servers servers) {
    Calm.await(servers);
    long since = System.nanoTime();
    double before = servers.cpuOfCassandra();
    Calm.lasting(SPELL);
    return (servers.cpuOfCassandra() - before) / ((System.nanoTime() - since) / 1e9);
  }

  private static double settle(Servers servers, Api build, int counters, double idle)
      throws Exception {
    long before = build.settled();
    build.recordOneOfEach(Posts.names("cost-", counters));
    long since = System.nanoTime();
    double used = servers.cpuOfCassandra();
    build.awaitSettled(before + counters);
    Calm.await(servers);
    return servers.cpuOfCassandra() - used - idle * ((System.nanoTime() - since) / 1e9);
  }
}
