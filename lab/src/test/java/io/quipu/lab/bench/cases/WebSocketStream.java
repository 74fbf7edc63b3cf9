package io.quipu.lab.bench.cases;

import io.quipu.lab.bench.load.SocketLoad;
import io.quipu.lab.bench.load.WebSocketText;
import io.quipu.lab.bench.load.Wire;
import io.quipu.lab.bench.report.Aim;
import java.net.InetSocketAddress;

/** Events on WebSockets, against one event per POST. */
final class WebSocketStream {
  private static final String PREFIX = "stream-";
  private static final int COUNTERS = 1_000;
  private static final int SOCKETS = 8;
  private static final int DEPTH = 64;

  private WebSocketStream() {}

  static void run(Bench bench) throws Exception {
    bench.note(
        "%d WebSockets with %d messages in flight each; %d HTTP connections with one; %,d counters, uniform"
            .formatted(SOCKETS, DEPTH, bench.connections(), COUNTERS));
    Audit audit = Audit.ofNumbered(PREFIX, COUNTERS);
    SocketLoad sockets = audit.watch(load(bench.quipu()), 1);
    SocketLoad posts =
        Posts.of(bench.quipu(), bench.connections(), PREFIX, COUNTERS, Posts.uniform(COUNTERS));
    audit.watch(posts, 1);
    try (Duel duel =
        new Duel(bench, new Side("WebSocket", sockets, 1), new Side("POST", posts, 1))) {
      duel.throughput("closed loop", "events/s", Aim.atLeast(2.5));
      audit.check(bench);
    }
  }

  /** Sends record messages. */
  static SocketLoad load(InetSocketAddress server) {
    return new SocketLoad(
        server,
        Wire.webSocket("/v1/live"),
        SOCKETS,
        DEPTH,
        Posts.drawn(
            COUNTERS,
            Posts.uniform(COUNTERS),
            i ->
                WebSocketText.frame(
                    "{\"type\":\"record\",\"ref\":%d,\"namespace\":\"default\",\"counter\":\"%s\"}"
                        .formatted(i, PREFIX + i))));
  }
}
