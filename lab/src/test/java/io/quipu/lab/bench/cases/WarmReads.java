package io.quipu.lab.bench.cases;

import io.quipu.lab.bench.load.Exchange;
import io.quipu.lab.bench.load.HttpText;
import io.quipu.lab.bench.report.Aim;
import io.quipu.lab.bench.server.ServerProcess;
import java.io.IOException;

/** Reads of counters that were read before, in this build and in another one. */
final class WarmReads {
  private static final int COUNTERS = 100;
  private static final int WARM_UP = 3_000;

  private WarmReads() {}

  static void run(Bench bench) throws Exception {
    if (!TwoBuilds.areThere(bench)) {
      return;
    }
    settle(bench.servers().quipu());
    settle(bench.servers().other());
    try (Exchange ofThis = new Exchange(bench.quipu());
        Exchange ofOther = new Exchange(bench.servers().other().address())) {
      for (int i = 0; i < WARM_UP; i++) {
        readAfterwards(ofThis, i);
        readAfterwards(ofOther, i);
      }
      OneByOne.compare(
          bench,
          "at rest",
          "this",
          i -> read(ofThis, i),
          "other",
          i -> read(ofOther, i),
          Aim.atMost(0.6));
      OneByOne.compare(
          bench,
          "just recorded into",
          "this",
          i -> readAfterwards(ofThis, i),
          "other",
          i -> readAfterwards(ofOther, i),
          Aim.NONE);
    }
  }

  private static void settle(ServerProcess build) throws Exception {
    Api api = new Api(build.address());
    long before = api.settled();
    api.recordOneOfEach(Posts.names("read-", COUNTERS));
    api.awaitSettled(before + COUNTERS);
  }

  /** Records an event first; answers the time of the read. */
  private static long readAfterwards(Exchange build, int number) throws IOException {
    build.nanos(HttpText.post(Posts.path("read-" + number % COUNTERS)));
    return read(build, number);
  }

  private static long read(Exchange build, int number) throws IOException {
    return build.nanos(HttpText.get(Api.path("read-" + number % COUNTERS)));
  }
}
