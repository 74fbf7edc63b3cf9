package io.quipu.lab.bench.cases;

import io.quipu.lab.bench.load.HttpText;
import io.quipu.lab.bench.load.SocketLoad;
import io.quipu.lab.bench.report.Aim;
import java.io.IOException;
import java.util.function.Supplier;

/** Many counters read at once, against one by one. */
final class ManyCounts {
  private static final String PREFIX = "counts-";
  private static final int COUNTERS = 1_000;
  private static final int PARALLEL = 16;

  private ManyCounts() {}

  static void run(Bench bench) throws Exception {
    bench.note("the counters are settled; throughput is counters read per second");
    Api api = new Api(bench.quipu());
    long before = api.settled();
    api.recordOneOfEach(Posts.names(PREFIX, COUNTERS));
    api.awaitSettled(before + COUNTERS);
    Calm.await(bench.servers());
    compare(bench, 1, "one client, one request at a time", Aim.atLeast(30));
    compare(bench, PARALLEL, PARALLEL + " clients", Aim.NONE);
  }

  private static void compare(Bench bench, int clients, String what, Aim aim) throws IOException {
    byte[] all =
        HttpText.post("/v1/counts", "application/json", Counts.body(Posts.names(PREFIX, COUNTERS)));
    Supplier<byte[]> single =
        Posts.drawn(COUNTERS, Posts.uniform(COUNTERS), i -> HttpText.get(Api.path(PREFIX + i)));
    Side a = new Side("/v1/counts", SocketLoad.http(bench.quipu(), clients, () -> all), COUNTERS);
    Side b = new Side("single reads", SocketLoad.http(bench.quipu(), clients, single), 1);
    try (Duel duel = new Duel(bench, a, b)) {
      duel.throughput(what, "counters/s", aim);
    }
  }
}
