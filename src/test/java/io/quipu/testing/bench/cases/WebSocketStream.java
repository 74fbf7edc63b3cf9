package io.quipu.testing.bench.cases;

import io.quipu.testing.bench.load.SocketLoad;
import io.quipu.testing.bench.load.WebSocketText;
import io.quipu.testing.bench.load.Wire;
import io.quipu.testing.bench.report.Aim;
import io.quipu.testing.bench.report.Finding;
import io.quipu.testing.bench.server.Servers;
import java.net.InetSocketAddress;

/** Events on WebSockets, against one event per POST. */
final class WebSocketStream implements Case {
  private static final String PREFIX = "stream-";
  private static final int COUNTERS = 1_000;
  private static final int SOCKETS = 8;
  private static final int DEPTH = 64;

  @Override
  public String name() {
    return "websocket";
  }

  @Override
  public String title() {
    return "A stream of record messages on WebSockets, pipelined; against one event per POST";
  }

  @Override
  public void run(Bench bench, Finding finding) throws Exception {
    finding.note(Servers.settingsInWords());
    finding.note(
        "%d WebSockets with %d messages in flight each; %d HTTP connections with one; %,d counters, uniform"
            .formatted(SOCKETS, DEPTH, bench.connections(), COUNTERS));
    Audit audit = Audit.ofNumbered(PREFIX, COUNTERS);
    InetSocketAddress quipu = bench.servers().quipu().address();
    SocketLoad sockets = load(quipu);
    SocketLoad posts =
        Posts.of(quipu, bench.connections(), PREFIX, COUNTERS, Posts.uniform(COUNTERS));
    audit.watch(sockets, 1);
    audit.watch(posts, 1);
    try (Duel duel =
        new Duel(bench, finding, new Side("WebSocket", sockets, 1), new Side("POST", posts, 1))) {
      duel.throughput("closed loop", "events/s", Aim.atLeast(2.5));
      audit.check(bench.servers(), finding);
    }
  }

  /** Of record messages. */
  static SocketLoad load(InetSocketAddress server) {
    return new SocketLoad(
        server,
        Wire.webSocket("/v1/live"),
        SOCKETS,
        DEPTH,
        Posts.any(messages(), Posts.uniform(COUNTERS)));
  }

  private static byte[][] messages() {
    byte[][] messages = new byte[COUNTERS][];
    for (int i = 0; i < COUNTERS; i++) {
      messages[i] =
          WebSocketText.frame(
              "{\"type\":\"record\",\"ref\":%d,\"namespace\":\"default\",\"counter\":\"%s\"}"
                  .formatted(i, PREFIX + i));
    }
    return messages;
  }
}
