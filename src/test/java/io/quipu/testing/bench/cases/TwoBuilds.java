package io.quipu.testing.bench.cases;

import io.quipu.testing.bench.load.HttpText;
import io.quipu.testing.bench.load.SocketLoad;
import io.quipu.testing.bench.load.Wire;
import io.quipu.testing.bench.report.Aim;
import io.quipu.testing.bench.report.Finding;
import io.quipu.testing.bench.server.Servers;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.function.Function;
import java.util.function.Supplier;

/** This build against another one, such as that of the commit before a change. */
final class TwoBuilds implements Case {
  private static final int BATCHES_IN_FLIGHT = 32;

  @Override
  public String name() {
    return "builds";
  }

  @Override
  public String title() {
    return "This build against the one in -Dother: single events and batches of 100 with ids";
  }

  @Override
  public void run(Bench bench, Finding finding) throws Exception {
    if (!areThere(finding)) {
      return;
    }
    byte[] post = HttpText.post(Posts.path("hot"));
    duel(
        bench,
        finding,
        "one event per POST, one counter",
        1,
        server -> Posts.of(server, bench.connections(), post));
    Supplier<byte[]> batches = new BatchBodies("builds-", true);
    duel(
        bench,
        finding,
        "batches of 100 events, 100 counters",
        BatchBodies.EVENTS,
        server -> new SocketLoad(server, Wire.http(), BATCHES_IN_FLIGHT, 1, batches));
  }

  /** Whether another build was named. Says so, or what is compared. */
  static boolean areThere(Finding finding) {
    if (Servers.OTHER.isEmpty()) {
      finding.note("skipped: -Dother=folder names no checkout that was built");
      return false;
    }
    finding.note(Servers.settingsInWords());
    finding.note("the other: " + Servers.OTHER + "; each has a keyspace of its own");
    return true;
  }

  /**
   * @param events of a request
   * @param load of either build, at its address
   */
  static void duel(
      Bench bench,
      Finding finding,
      String what,
      int events,
      Function<InetSocketAddress, SocketLoad> load)
      throws IOException {
    Side mine = new Side("this", load.apply(bench.servers().quipu().address()), events);
    Side other = new Side("other", load.apply(bench.servers().other().address()), events);
    try (Duel duel = new Duel(bench, finding, mine, other)) {
      duel.throughput(what, "events/s", Aim.NONE);
    }
  }
}
