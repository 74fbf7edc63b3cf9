package io.quipu.lab.bench.cases;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.lab.bench.load.DriverLoad;
import io.quipu.lab.bench.load.JdbcLoad;
import io.quipu.lab.bench.report.Aim;
import java.util.Optional;
import java.util.function.IntSupplier;

/**
 * Another way to keep ids, beside Quipu in {@link SustainedIds}.
 *
 * @param aim for Quipu against it
 * @param finish does the work that is left to it, and that its time includes
 * @param tidy does the work that only its CPU includes
 * @param check tells whether it counted well
 */
record IdRival(Side side, Aim aim, Step finish, Step tidy, Step check) {
  /** Something of it that is done at a certain time. */
  @FunctionalInterface
  interface Step {
    Step NONE = () -> {};

    void run() throws Exception;
  }

  /** Starts a rival, with counters that are the prefix and a number; empty if it is missing. */
  @FunctionalInterface
  interface Starter {
    Optional<IdRival> start(Bench bench, String prefix, int counters) throws Exception;
  }

  /** Rows by the driver until they are flushed: nobody looks for the same id. */
  static Starter driver(Aim aim) {
    return (bench, prefix, counters) -> {
      CqlSession session = bench.servers().session();
      EventInserts inserts = new EventInserts(session);
      IntSupplier drawn = Posts.uniform(counters);
      DriverLoad load =
          new DriverLoad(
              session,
              SustainedIds.IN_FLIGHT,
              () ->
                  inserts.batch(prefix + drawn.getAsInt(), EventInserts.now(), BatchBodies.EVENTS));
      return Optional.of(
          new IdRival(
              new Side("driver", load, BatchBodies.EVENTS),
              aim,
              () -> bench.servers().flush("rival"),
              Step.NONE,
              Step.NONE));
    };
  }

  /** Postgres, whose counts are final with each commit: a checkpoint costs CPU, but no time. */
  static Starter postgres(Aim aim) {
    return (bench, prefix, counters) -> {
      if (!CountedTable.isThere(bench)) {
        return Optional.empty();
      }
      CountedTable table = CountedTable.create(bench, counters);
      JdbcLoad load = table.load(BatchBodies.EVENTS);
      return Optional.of(
          new IdRival(
              new Side("Postgres", load, BatchBodies.EVENTS),
              aim,
              Step.NONE,
              table::checkpoint,
              () -> table.check(load.receipts().times(BatchBodies.EVENTS), bench.finding())));
    };
  }
}
