package io.quipu.testing.bench.cases;

import io.quipu.testing.bench.load.SocketLoad;
import io.quipu.testing.bench.report.Finding;
import java.net.InetSocketAddress;
import java.util.function.BiFunction;

/**
 * This build against another one, or against other settings, under a load of single events.
 *
 * @param what the load is, in words
 * @param load of a build, at its address
 */
record TwoBuildsUnder(
    String name, String what, BiFunction<Bench, InetSocketAddress, SocketLoad> load)
    implements Case {
  private static final int COUNTERS = 1_000;

  static TwoBuildsUnder posts() {
    return new TwoBuildsUnder(
        "builds-uniform",
        "one event per POST, 1,000 counters, uniform",
        (bench, server) ->
            Posts.of(server, bench.connections(), "uniform-", COUNTERS, Posts.uniform(COUNTERS)));
  }

  static TwoBuildsUnder messages() {
    return new TwoBuildsUnder(
        "builds-websocket",
        "record messages on WebSockets, pipelined",
        (bench, server) -> WebSocketStream.load(server));
  }

  @Override
  public String title() {
    return "This build against the one in -Dother: " + what;
  }

  @Override
  public void run(Bench bench, Finding finding) throws Exception {
    if (TwoBuilds.areThere(finding)) {
      TwoBuilds.duel(bench, finding, what, 1, server -> load.apply(bench, server));
    }
  }
}
