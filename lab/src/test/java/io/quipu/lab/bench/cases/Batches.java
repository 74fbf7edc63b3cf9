package io.quipu.lab.bench.cases;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.lab.bench.load.DriverLoad;
import io.quipu.lab.bench.load.SocketLoad;
import io.quipu.lab.bench.report.Aim;
import java.util.function.IntSupplier;

/** Batches of events with ids, against the same rows written by the driver in large batches. */
final class Batches {
  private static final String PREFIX = "batch-";
  private static final int COUNTERS = BatchBodies.COUNTERS;
  private static final int EVENTS = BatchBodies.EVENTS;
  private static final int IN_FLIGHT = 32;

  private Batches() {}

  static void run(Bench bench) throws Exception {
    bench.note(
        IN_FLIGHT + " batches in flight on both sides; the driver runs in the generator's process");
    bench.note("Quipu also settles: the ids are deduplicated while and after it is measured");
    CqlSession session = bench.servers().session();
    EventInserts inserts = new EventInserts(session);
    IntSupplier drawn = Posts.uniform(COUNTERS);
    Audit audit = Audit.ofNumbered(PREFIX, COUNTERS);
    SocketLoad batches = audit.watch(BatchBodies.load(bench.quipu(), IN_FLIGHT, PREFIX), EVENTS);
    DriverLoad driver =
        new DriverLoad(
            session,
            IN_FLIGHT,
            () -> inserts.batch(PREFIX + drawn.getAsInt(), EventInserts.now(), EVENTS));
    try (Duel duel =
        new Duel(bench, new Side("Quipu", batches, EVENTS), new Side("driver", driver, EVENTS))) {
      duel.throughput("closed loop", "events/s", Aim.atLeast(0.8));
      audit.check(bench);
    }
  }
}
