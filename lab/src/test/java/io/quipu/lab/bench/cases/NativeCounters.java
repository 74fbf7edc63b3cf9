package io.quipu.lab.bench.cases;

import io.quipu.lab.bench.load.SocketLoad;
import io.quipu.lab.bench.report.Aim;
import io.quipu.lab.bench.report.Finding;
import io.quipu.lab.bench.server.ServerProcess;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Many counters, against native counters of Cassandra behind the same HTTP server.
 *
 * @param prefix of the names of counters
 * @param draws makes the source of the counter of each event
 */
record NativeCounters(String prefix, int counters, double aim, Supplier<IntSupplier> draws)
    implements Case.Measurement {

  @Override
  public void run(Bench bench) throws Exception {
    Finding finding = bench.finding();
    finding.note("counter server: Vert.x HTTP server and driver as the service, QUORUM updates");
    finding.note(bench.connections() + " connections, one request in flight on each");
    Audit audit = Audit.ofNumbered(prefix, counters);
    SocketLoad posts = audit.watch(load(bench.servers().quipu(), bench), 1);
    SocketLoad rival = load(bench.servers().counterServer(), bench);
    try (Duel duel =
        new Duel(bench, new Side("Quipu", posts, 1), new Side("native counters", rival, 1))) {
      double slower = duel.throughput("closed loop", "events/s", Aim.atLeast(aim));
      duel.latency(slower / 2, Aim.NONE);
      audit.check(bench);
    }
  }

  private SocketLoad load(ServerProcess server, Bench bench) {
    return Posts.of(server.address(), bench.connections(), prefix, counters, draws.get());
  }
}
