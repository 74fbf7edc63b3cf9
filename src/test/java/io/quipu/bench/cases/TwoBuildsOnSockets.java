package io.quipu.bench.cases;

import io.quipu.bench.report.Aim;
import io.quipu.bench.report.Finding;

/** The load of {@link WebSocketStream} on this build, against another one. */
final class TwoBuildsOnSockets implements Case {
  @Override
  public String name() {
    return "builds-websocket";
  }

  @Override
  public String title() {
    return "This build against the one in -Dother: record messages on WebSockets, pipelined";
  }

  @Override
  public void run(Bench bench, Finding finding) throws Exception {
    if (!TwoBuilds.areThere(finding)) {
      return;
    }
    Side mine = new Side("this", WebSocketStream.load(bench.servers().quipu().address()), 1);
    Side other = new Side("other", WebSocketStream.load(bench.servers().other().address()), 1);
    try (Duel duel = new Duel(bench, finding, mine, other)) {
      duel.throughput("record messages", "events/s", Aim.NONE);
    }
  }
}
