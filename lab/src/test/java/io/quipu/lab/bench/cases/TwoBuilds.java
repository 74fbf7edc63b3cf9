package io.quipu.lab.bench.cases;

import io.quipu.lab.bench.load.HttpText;
import io.quipu.lab.bench.load.SocketLoad;
import io.quipu.lab.bench.report.Aim;
import io.quipu.lab.bench.server.Servers;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.function.Function;

/** This build against another one, such as that of the commit before a change. */
final class TwoBuilds {
  private static final int BATCHES_IN_FLIGHT = 32;
  private static final int COUNTERS = 1_000;

  private TwoBuilds() {}

  static void run(Bench bench) throws Exception {
    if (!areThere(bench)) {
      return;
    }
    byte[] post = HttpText.post(Posts.path("hot"));
    duel(
        bench,
        "one event per POST, one counter",
        1,
        server -> SocketLoad.http(server, bench.connections(), () -> post));
    duel(
        bench,
        "batches of 100 events, 100 counters",
        BatchBodies.EVENTS,
        server -> BatchBodies.load(server, BATCHES_IN_FLIGHT, "builds-"));
  }

  static void uniform(Bench bench) throws Exception {
    if (areThere(bench)) {
      duel(
          bench,
          "one event per POST, 1,000 counters",
          1,
          server ->
              Posts.of(server, bench.connections(), "uniform-", COUNTERS, Posts.uniform(COUNTERS)));
    }
  }

  static void webSocket(Bench bench) throws Exception {
    if (areThere(bench)) {
      duel(bench, "record messages on WebSockets, pipelined", 1, WebSocketStream::load);
    }
  }

  /** Says that no other build was named, or which one. */
  static boolean areThere(Bench bench) {
    boolean named = !Servers.OTHER.isEmpty();
    bench.note(
        named
            ? "the other: " + Servers.OTHER + "; each has a keyspace of its own"
            : "skipped: -Dother=folder names no checkout that was built");
    return named;
  }

  /**
   * @param events of a request
   * @param load of either build, at its address
   */
  private static void duel(
      Bench bench, String what, int events, Function<InetSocketAddress, SocketLoad> load)
      throws IOException {
    Side mine = new Side("this", load.apply(bench.quipu()), events);
    Side other = new Side("other", load.apply(bench.servers().other().address()), events);
    try (Duel duel = new Duel(bench, mine, other)) {
      duel.throughput(what, "events/s", Aim.NONE);
    }
  }
}
