package io.quipu.testing.bench.cases;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.testing.bench.load.DriverLoad;
import io.quipu.testing.bench.load.Load;
import io.quipu.testing.bench.report.Aim;
import io.quipu.testing.bench.report.Finding;
import io.quipu.testing.bench.server.NodeSettings;
import io.quipu.testing.bench.server.Servers;
import java.net.InetSocketAddress;
import java.util.function.IntSupplier;

/**
 * What settings of Cassandra bring: a node that has them and a usual one, in turn.
 *
 * @param byService whether events are recorded by the service, or rows written by the driver
 */
record ChangedSettings(String name, boolean byService) implements Case {
  private static final String PREFIX = "settings-";
  private static final int COUNTERS = 1_000;

  /** Of a write, and how many such writes are in flight: about those of two instances. */
  private static final int ROWS = 20;

  private static final int WRITES = 8;

  @Override
  public String title() {
    return (byService ? "One event per POST" : "Rows with ids by the driver")
        + "; Cassandra with -Dcassandra.settings and -Dcassandra.jvm against one without";
  }

  @Override
  public void run(Bench bench, Finding finding) throws Exception {
    String changes = NodeSettings.changesInWords();
    if (changes.isEmpty()) {
      finding.note("skipped: nothing is changed");
      return;
    }
    Servers servers = bench.servers();
    finding.note(Servers.settingsInWords());
    finding.note("changed: " + changes);
    if (byService) {
      Load a = posts(servers.quipuOnChanged().address(), bench);
      Load b = posts(servers.quipu().address(), bench);
      try (Duel duel = new Duel(bench, finding, changed(a, 1), usual(b, 1))) {
        double slower = duel.throughput("one event per POST", "events/s", Aim.NONE);
        duel.latency(slower / 2, 99, Aim.NONE);
      }
    } else {
      EventInserts ofChanged = new EventInserts(servers.sessionOfChanged());
      EventInserts ofUsual = new EventInserts(servers.session());
      Load a = writes(servers.sessionOfChanged(), ofChanged);
      Load b = writes(servers.session(), ofUsual);
      try (Duel duel = new Duel(bench, finding, changed(a, ROWS), usual(b, ROWS))) {
        duel.throughput(
            "%d rows a write, %d in flight".formatted(ROWS, WRITES), "rows/s", Aim.NONE);
      }
    }
  }

  private static Side changed(Load load, int events) {
    return new Side("changed", load, events);
  }

  private static Side usual(Load load, int events) {
    return new Side("usual", load, events);
  }

  private static Load posts(InetSocketAddress server, Bench bench) {
    return Posts.of(server, bench.connections(), PREFIX, COUNTERS, Posts.uniform(COUNTERS));
  }

  private static Load writes(CqlSession session, EventInserts inserts) {
    IntSupplier drawn = Posts.uniform(COUNTERS);
    return new DriverLoad(
        session, WRITES, () -> inserts.batch(PREFIX + drawn.getAsInt(), EventInserts.now(), ROWS));
  }
}
