package io.quipu.lab.bench.cases;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.lab.bench.load.DriverLoad;
import io.quipu.lab.bench.load.SocketLoad;
import io.quipu.lab.bench.report.Aim;
import io.quipu.lab.bench.report.Figures;
import io.quipu.lab.bench.report.Finding;
import java.io.IOException;
import java.util.function.IntSupplier;

/** A POST at half of saturation, against the one write that it cannot do without. */
final class PostLatency {
  private static final String PREFIX = "latency-";
  private static final int COUNTERS = 1_000;
  private static final int MOST_IN_FLIGHT = 512;

  private PostLatency() {}

  static void run(Bench bench) throws Exception {
    Finding finding = bench.finding();
    finding.note(
        "latencies count from when a request was to be sent; %,d counters".formatted(COUNTERS));
    Audit audit = Audit.ofNumbered(PREFIX, COUNTERS);
    double saturated = saturation(bench, audit);
    finding.note("POST saturates at " + Figures.of(saturated, "events/s"));
    SocketLoad posts = posts(bench, audit, MOST_IN_FLIGHT);
    CqlSession session = bench.servers().session();
    EventInserts inserts = new EventInserts(session);
    IntSupplier drawn = Posts.uniform(COUNTERS);
    DriverLoad raw =
        new DriverLoad(session, MOST_IN_FLIGHT, () -> inserts.plain(PREFIX + drawn.getAsInt()));
    try (Duel duel = new Duel(bench, new Side("POST", posts, 1), new Side("insert", raw, 1))) {
      posts.atRate(saturated / 2, bench.phase());
      raw.atRate(saturated / 2, bench.phase());
      duel.latency(saturated / 2, Aim.atMost(2));
      audit.check(bench);
    }
  }

  private static double saturation(Bench bench, Audit audit) throws IOException {
    try (SocketLoad load = posts(bench, audit, bench.connections())) {
      WarmUp.run(bench, new Side("POST", load, 1));
      return load.closedLoop(bench.phase()).perSecond();
    }
  }

  private static SocketLoad posts(Bench bench, Audit audit, int connections) throws IOException {
    return audit.watch(
        Posts.of(bench.quipu(), connections, PREFIX, COUNTERS, Posts.uniform(COUNTERS)), 1);
  }
}
