package io.quipu.testing.bench.cases;

import io.quipu.testing.bench.load.HttpText;
import io.quipu.testing.bench.load.SocketLoad;
import io.quipu.testing.bench.report.Aim;
import io.quipu.testing.bench.report.Finding;
import io.quipu.testing.bench.server.ServerProcess;
import io.quipu.testing.bench.server.Servers;
import java.util.List;
import java.util.Optional;

/** One hot counter, against Redis. */
final class HotCounter implements Case {
  private static final String COUNTER = "hot";

  @Override
  public String name() {
    return "hot";
  }

  @Override
  public String title() {
    return "One event per POST, one hot counter; against INCR of Redis behind Webdis";
  }

  @Override
  public void run(Bench bench, Finding finding) throws Exception {
    Optional<ServerProcess> webdis = bench.servers().webdis();
    if (webdis.isEmpty()) {
      finding.note(
          "skipped: redis-server and webdis are not installed (src/test/bench/install-servers)");
      return;
    }
    Audit audit = Audit.of(List.of(COUNTER));
    byte[] post = HttpText.post(Posts.path(COUNTER));
    byte[] incr = HttpText.post("/", "application/x-www-form-urlencoded", "INCR/hot");
    int connections = bench.connections();
    SocketLoad posts = Posts.of(bench.servers().quipu().address(), connections, post);
    Side a = new Side("Quipu", audit.watch(posts, 1), 1);
    Side b = new Side("Redis", Posts.of(webdis.get().address(), connections, incr), 1);
    finding.note(Servers.settingsInWords());
    finding.note("Redis: append-only file, appendfsync everysec: up to a second of events is lost");
    finding.note(connections + " connections, one request in flight on each");
    try (Duel duel = new Duel(bench, finding, a, b)) {
      double slower = duel.throughput("closed loop", "events/s", Aim.atLeast(1));
      duel.latency(slower / 2, 99, Aim.NONE);
      audit.check(bench.servers(), finding);
    }
  }
}
