package io.quipu.lab.bench.cases;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.lab.bench.load.DriverLoad;
import io.quipu.lab.bench.load.Load;
import io.quipu.lab.bench.report.Aim;
import io.quipu.lab.bench.server.NodeSettings;
import io.quipu.lab.bench.server.ServerProcess;
import io.quipu.lab.bench.server.Servers;
import java.util.function.IntSupplier;

/** A Cassandra with other settings and a usual one, in turn. */
final class ChangedSettings {
  private static final String PREFIX = "settings-";
  private static final int COUNTERS = 1_000;

  /** Of a write, and how many such writes are in flight: about those of two instances. */
  private static final int ROWS = 20;

  private static final int WRITES = 8;

  private ChangedSettings() {}

  /** Rows that the driver writes. */
  static void byDriver(Bench bench) throws Exception {
    if (areThere(bench)) {
      Servers servers = bench.servers();
      Side changed = new Side("changed", writes(servers.sessionOfChanged()), ROWS);
      Side usual = new Side("usual", writes(servers.session()), ROWS);
      try (Duel duel = new Duel(bench, changed, usual)) {
        duel.throughput(
            "%d rows a write, %d in flight".formatted(ROWS, WRITES), "rows/s", Aim.NONE);
      }
    }
  }

  /** Events that the service records. */
  static void byService(Bench bench) throws Exception {
    if (areThere(bench)) {
      Side changed = new Side("changed", posts(bench.servers().quipuOnChanged(), bench), 1);
      Side usual = new Side("usual", posts(bench.servers().quipu(), bench), 1);
      try (Duel duel = new Duel(bench, changed, usual)) {
        double slower = duel.throughput("one event per POST", "events/s", Aim.NONE);
        duel.latency(slower / 2, Aim.NONE);
      }
    }
  }

  private static boolean areThere(Bench bench) {
    String changes = NodeSettings.changesInWords();
    bench.note(changes.isEmpty() ? "skipped: nothing is changed" : "changed: " + changes);
    return !changes.isEmpty();
  }

  private static Load posts(ServerProcess server, Bench bench) {
    return Posts.of(
        server.address(), bench.connections(), PREFIX, COUNTERS, Posts.uniform(COUNTERS));
  }

  private static Load writes(CqlSession session) {
    EventInserts inserts = new EventInserts(session);
    IntSupplier drawn = Posts.uniform(COUNTERS);
    return new DriverLoad(
        session, WRITES, () -> inserts.batch(PREFIX + drawn.getAsInt(), EventInserts.now(), ROWS));
  }
}
