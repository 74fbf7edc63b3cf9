package io.quipu.bench.cases;

import io.quipu.bench.load.HttpText;
import io.quipu.bench.load.SocketLoad;
import io.quipu.bench.load.Wire;
import io.quipu.bench.report.Aim;
import io.quipu.bench.report.Finding;
import io.quipu.bench.server.ServerProcess;
import io.quipu.bench.server.Servers;
import java.io.IOException;
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
    duel(bench, finding, "one event per POST, one counter", bench.connections(), 1, () -> post);
    duel(
        bench,
        finding,
        "batches of 100 events, 100 counters",
        BATCHES_IN_FLIGHT,
        BatchBodies.EVENTS,
        new BatchBodies("builds-", true));
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

  static void duel(
      Bench bench,
      Finding finding,
      String what,
      int connections,
      int events,
      Supplier<byte[]> requests)
      throws IOException {
    Side mine = side("this", bench.servers().quipu(), connections, events, requests);
    Side other = side("other", bench.servers().other(), connections, events, requests);
    try (Duel duel = new Duel(bench, finding, mine, other)) {
      duel.throughput(what, "events/s", Aim.NONE);
    }
  }

  private static Side side(
      String name, ServerProcess server, int connections, int events, Supplier<byte[]> requests) {
    return new Side(
        name, new SocketLoad(server.address(), Wire.http(), connections, 1, requests), events);
  }
}
