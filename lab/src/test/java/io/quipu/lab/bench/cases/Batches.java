package io.quipu.lab.bench.cases;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.lab.bench.load.DriverLoad;
import io.quipu.lab.bench.load.JdbcLoad;
import io.quipu.lab.bench.load.SocketLoad;
import io.quipu.lab.bench.report.Aim;
import java.io.IOException;
import java.util.function.IntSupplier;

/**
 * Batches of events with ids, against the same rows written by the driver in large batches, and
 * against Postgres.
 */
final class Batches {
  private static final String PREFIX = "batch-";
  private static final int COUNTERS = BatchBodies.COUNTERS;
  private static final int EVENTS = BatchBodies.EVENTS;
  private static final int IN_FLIGHT = 32;

  private Batches() {}

  static void run(Bench bench) throws Exception {
    bench.note(
        IN_FLIGHT
            + " batches in flight, %d to Postgres; its client and the driver run in the generator's process"
                .formatted(CountedTable.CONNECTIONS));
    bench.note("Quipu also settles: the ids are deduplicated while and after it is measured");
    Audit audit = Audit.ofNumbered(PREFIX, COUNTERS);
    againstDriver(bench, audit);
    if (CountedTable.isThere(bench)) {
      againstPostgres(bench, audit);
    }
    audit.check(bench);
  }

  private static void againstDriver(Bench bench, Audit audit) throws Exception {
    CqlSession session = bench.servers().session();
    EventInserts inserts = new EventInserts(session);
    IntSupplier drawn = Posts.uniform(COUNTERS);
    DriverLoad driver =
        new DriverLoad(
            session,
            IN_FLIGHT,
            () -> inserts.batch(PREFIX + drawn.getAsInt(), EventInserts.now(), EVENTS));
    try (Duel duel = new Duel(bench, quipu(bench, audit), new Side("driver", driver, EVENTS))) {
      duel.throughput("closed loop", "events/s", Aim.atLeast(0.8));
    }
  }

  private static void againstPostgres(Bench bench, Audit audit) throws Exception {
    CountedTable table = CountedTable.create(bench, COUNTERS);
    JdbcLoad rival = table.load(EVENTS);
    try (Duel duel = new Duel(bench, quipu(bench, audit), new Side("Postgres", rival, EVENTS))) {
      duel.throughput("closed loop", "events/s", Aim.atLeast(1));
      table.check(rival.receipts().times(EVENTS), bench.finding());
    }
  }

  private static Side quipu(Bench bench, Audit audit) throws IOException {
    SocketLoad batches = BatchBodies.load(bench.quipu(), IN_FLIGHT, PREFIX);
    return new Side("Quipu", audit.watch(batches, EVENTS), EVENTS);
  }
}
