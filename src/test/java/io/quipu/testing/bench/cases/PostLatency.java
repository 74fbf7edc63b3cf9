package io.quipu.testing.bench.cases;

import io.quipu.testing.bench.load.DriverLoad;
import io.quipu.testing.bench.load.Phase;
import io.quipu.testing.bench.load.SocketLoad;
import io.quipu.testing.bench.report.Aim;
import io.quipu.testing.bench.report.Figures;
import io.quipu.testing.bench.report.Finding;
import io.quipu.testing.bench.server.Servers;
import java.util.function.IntSupplier;

/** How long a POST takes, against the one write that it cannot do without. */
final class PostLatency implements Case {
  private static final String PREFIX = "latency-";
  private static final int COUNTERS = 1_000;
  private static final int MOST_IN_FLIGHT = 512;

  @Override
  public String name() {
    return "latency";
  }

  @Override
  public String title() {
    return "p99 of a POST at half the rate at which Quipu saturates; against p99 of a raw quorum"
        + " insert by the driver at the same rate";
  }

  @Override
  public void run(Bench bench, Finding finding) throws Exception {
    finding.note(Servers.settingsInWords());
    finding.note(
        "latencies count from when a request was to be sent; %,d counters".formatted(COUNTERS));
    Audit audit = Audit.ofNumbered(PREFIX, COUNTERS);
    double saturated = saturation(bench, finding, audit);
    finding.note("POST saturates at " + Figures.of(saturated, "events/s"));
    SocketLoad posts =
        Posts.of(
            bench.servers().quipu().address(),
            MOST_IN_FLIGHT,
            PREFIX,
            COUNTERS,
            Posts.uniform(COUNTERS));
    audit.watch(posts, 1);
    EventInserts inserts = new EventInserts(bench.servers().session());
    IntSupplier drawn = Posts.uniform(COUNTERS);
    DriverLoad raw =
        new DriverLoad(
            bench.servers().session(),
            MOST_IN_FLIGHT,
            () -> inserts.plain(PREFIX + drawn.getAsInt()));
    try (Duel duel =
        new Duel(bench, finding, new Side("POST", posts, 1), new Side("insert", raw, 1))) {
      posts.atRate(saturated / 2, bench.phase());
      raw.atRate(saturated / 2, bench.phase());
      duel.latency(saturated / 2, 99, Aim.atMost(2));
      audit.check(bench.servers(), finding);
    }
  }

  private static double saturation(Bench bench, Finding finding, Audit audit) throws Exception {
    try (SocketLoad load =
        Posts.of(
            bench.servers().quipu().address(),
            bench.connections(),
            PREFIX,
            COUNTERS,
            Posts.uniform(COUNTERS))) {
      audit.watch(load, 1);
      new WarmUp(bench.servers()).run(finding, new Side("POST", load, 1));
      Phase phase = load.closedLoop(bench.phase());
      return phase.perSecond();
    }
  }
}
