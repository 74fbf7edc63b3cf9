package io.quipu.testing.bench.cases;

import io.quipu.testing.bench.load.Exchange;
import io.quipu.testing.bench.load.HttpText;
import io.quipu.testing.bench.report.Aim;
import io.quipu.testing.bench.report.Comparison;
import io.quipu.testing.bench.report.Finding;
import io.quipu.testing.bench.report.Latency;
import io.quipu.testing.bench.server.ServerProcess;
import io.quipu.testing.bench.server.Servers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/** Reads of counters that were read before, in this build and in another one. */
final class WarmReads implements Case {
  private static final int COUNTERS = 100;
  private static final int WARM_UP = 3_000;

  @Override
  public String name() {
    return "builds-read";
  }

  @Override
  public String title() {
    return "A read of a counter, one at a time; this build against the one in -Dother";
  }

  @Override
  public void run(Bench bench, Finding finding) throws Exception {
    if (!TwoBuilds.areThere(finding)) {
      return;
    }
    Servers servers = bench.servers();
    settle(servers.quipu());
    settle(servers.other());
    try (Exchange ofThis = new Exchange(servers.quipu().address());
        Exchange ofOther = new Exchange(servers.other().address())) {
      List<Exchange> both = List.of(ofThis, ofOther);
      for (int i = 0; i < WARM_UP; i++) {
        read(both.get(0), i, true);
        read(both.get(1), i, true);
      }
      compare(bench, finding, both, "at rest", false, Aim.atMost(0.6));
      compare(bench, finding, both, "just recorded into", true, Aim.NONE);
    }
  }

  private static void settle(ServerProcess build) throws Exception {
    SettledEvents settled = new SettledEvents(build);
    long before = settled.soFar();
    new Seeding(build.address())
        .recordOneOfEach(IntStream.range(0, COUNTERS).mapToObj(i -> "read-" + i).toList());
    settled.await(before + COUNTERS);
  }

  private static void compare(
      Bench bench, Finding finding, List<Exchange> both, String what, boolean tail, Aim aim)
      throws IOException {
    List<Comparison.Round> rounds = new ArrayList<>();
    Histogram ofThis = new Histogram(3);
    Histogram ofOther = new Histogram(3);
    for (int round = 0; round < bench.rounds(); round++) {
      Calm.await(bench.servers());
      Histogram a = new Histogram(3);
      Histogram b = new Histogram(3);
      long end = System.nanoTime() + bench.phase().toNanos();
      for (int i = 0; System.nanoTime() < end; i++) {
        a.recordValue(read(both.get(0), i, tail) / 1_000);
        b.recordValue(read(both.get(1), i, tail) / 1_000);
      }
      rounds.add(new Comparison.Round(a.getValueAtPercentile(50), b.getValueAtPercentile(50)));
      ofThis.add(a);
      ofOther.add(b);
    }
    finding.add(new Comparison("p50, " + what, "µs", "this", "other", aim, rounds));
    finding.add(new Latency("this, " + what, "one client", 0, ofThis));
    finding.add(new Latency("other, " + what, "one client", 0, ofOther));
  }

  /**
   * @param tail whether an event is recorded first
   * @return what the read took, in nanoseconds
   */
  private static long read(Exchange build, int number, boolean tail) throws IOException {
    String counter = "read-" + number % COUNTERS;
    if (tail) {
      build.nanos(HttpText.post(Posts.path(counter)));
    }
    return build.nanos(HttpText.get(Seeding.path(counter)));
  }
}
