package io.quipu.testing.bench.cases;

import io.quipu.testing.bench.load.DriverLoad;
import io.quipu.testing.bench.load.SocketLoad;
import io.quipu.testing.bench.load.Wire;
import io.quipu.testing.bench.report.Aim;
import io.quipu.testing.bench.report.Finding;
import io.quipu.testing.bench.server.Servers;
import java.util.function.IntSupplier;

/**
 * Batches of events with ids, against the same rows written by the driver in the best batches there
 * are.
 *
 * @param mixed whether each event of a batch goes to any counter, or all of it to one
 */
record Batches(String name, boolean mixed) implements Case {
  private static final int COUNTERS = BatchBodies.COUNTERS;
  private static final int EVENTS = BatchBodies.EVENTS;
  private static final int IN_FLIGHT = 32;

  @Override
  public String title() {
    return "NDJSON batches of 100 events with ids, 100 counters, "
        + (mixed ? "each event to any of them" : "each batch to one of them")
        + "; against unlogged single-partition batches of 100 such rows by the driver";
  }

  @Override
  public void run(Bench bench, Finding finding) throws Exception {
    finding.note(Servers.settingsInWords());
    finding.note(
        IN_FLIGHT + " batches in flight on both sides; the driver runs in the generator's process");
    finding.note("Quipu also settles: the ids are deduplicated while and after it is measured");
    EventInserts inserts = new EventInserts(bench.servers().session());
    IntSupplier drawn = Posts.uniform(COUNTERS);
    // a prefix of its own: counters that another case has recorded into cannot be audited
    String prefix = name + "-";
    Audit audit = Audit.ofNumbered(prefix, COUNTERS);
    SocketLoad batches =
        new SocketLoad(
            bench.servers().quipu().address(),
            Wire.http(),
            IN_FLIGHT,
            1,
            new BatchBodies(prefix, mixed));
    Side a = new Side("Quipu", audit.watch(batches, EVENTS), EVENTS);
    Side b =
        new Side(
            "driver",
            new DriverLoad(
                bench.servers().session(),
                IN_FLIGHT,
                () -> inserts.batch(prefix + drawn.getAsInt(), EventInserts.now(), EVENTS)),
            EVENTS);
    try (Duel duel = new Duel(bench, finding, a, b)) {
      duel.throughput("closed loop", "events/s", Aim.atLeast(0.8));
      audit.check(bench.servers(), finding);
    }
  }
}
