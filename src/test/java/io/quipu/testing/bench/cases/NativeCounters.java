package io.quipu.testing.bench.cases;

import io.quipu.testing.bench.load.SocketLoad;
import io.quipu.testing.bench.report.Aim;
import io.quipu.testing.bench.report.Finding;
import io.quipu.testing.bench.server.Servers;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Many counters, against native counters of Cassandra behind the same HTTP server.
 *
 * @param draws makes the source of the counter of each event
 */
record NativeCounters(
    String name, String distribution, int counters, double aim, Supplier<IntSupplier> draws)
    implements Case {

  @Override
  public String title() {
    return "One event per POST, %,d counters, %s; against UPDATE counter SET v = v + 1 behind the same HTTP server"
        .formatted(counters, distribution);
  }

  @Override
  public void run(Bench bench, Finding finding) throws Exception {
    Servers servers = bench.servers();
    finding.note(Servers.settingsInWords());
    finding.note("counter server: Vert.x HTTP server and driver as the service, QUORUM updates");
    finding.note(bench.connections() + " connections, one request in flight on each");
    Audit audit = Audit.ofNumbered(name + "-", counters);
    Side a = new Side("Quipu", audit.watch(load(servers.quipu().address(), bench), 1), 1);
    Side b = new Side("native counters", load(servers.counterServer().address(), bench), 1);
    try (Duel duel = new Duel(bench, finding, a, b)) {
      double slower = duel.throughput("closed loop", "events/s", Aim.atLeast(aim));
      duel.latency(slower / 2, 99, Aim.NONE);
      audit.check(servers, finding);
    }
  }

  private SocketLoad load(java.net.InetSocketAddress server, Bench bench) {
    return Posts.of(server, bench.connections(), name + "-", counters, draws.get());
  }
}
