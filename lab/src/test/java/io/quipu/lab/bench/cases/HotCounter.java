package io.quipu.lab.bench.cases;

import io.quipu.lab.bench.load.HttpText;
import io.quipu.lab.bench.load.SocketLoad;
import io.quipu.lab.bench.report.Aim;
import io.quipu.lab.bench.report.Finding;
import io.quipu.lab.bench.server.Redis;
import java.util.List;

/** One hot counter, against Redis. */
final class HotCounter {
  private static final String COUNTER = "hot";
  private static final int MANY = 1_024;

  private HotCounter() {}

  /** Many connections against those that are usual. */
  static void connections(Bench bench) throws Exception {
    byte[] post = HttpText.post(Posts.path(COUNTER));
    SocketLoad many = SocketLoad.http(bench.quipu(), MANY, () -> post);
    SocketLoad usual = SocketLoad.http(bench.quipu(), bench.connections(), () -> post);
    try (Duel duel =
        new Duel(
            bench,
            new Side("%,d connections".formatted(MANY), many, 1),
            new Side(bench.connections() + " connections", usual, 1))) {
      duel.throughput("closed loop", "events/s", Aim.NONE);
    }
  }

  static void run(Bench bench) throws Exception {
    Finding finding = bench.finding();
    if (!Redis.isInstalled("redis-server") || !Redis.isInstalled("webdis")) {
      finding.note("skipped: redis-server and webdis are not installed (lab/install-servers)");
      return;
    }
    finding.note("Redis: append-only file, appendfsync everysec: up to a second of events is lost");
    finding.note(bench.connections() + " connections, one request in flight on each");
    Audit audit = Audit.of(List.of(COUNTER));
    byte[] post = HttpText.post(Posts.path(COUNTER));
    byte[] incr = HttpText.post("/", "application/x-www-form-urlencoded", "INCR/hot");
    SocketLoad posts =
        audit.watch(SocketLoad.http(bench.quipu(), bench.connections(), () -> post), 1);
    SocketLoad redis =
        SocketLoad.http(bench.servers().webdis().address(), bench.connections(), () -> incr);
    try (Duel duel = new Duel(bench, new Side("Quipu", posts, 1), new Side("Redis", redis, 1))) {
      double slower = duel.throughput("closed loop", "events/s", Aim.atLeast(1));
      duel.latency(slower / 2, Aim.NONE);
      audit.check(bench);
    }
  }
}
