package io.quipu.lab.bench.cases;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.lab.bench.load.DriverLoad;
import io.quipu.lab.bench.load.Load;
import io.quipu.lab.bench.report.Aim;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * A layout that Quipu does not have: all events of a write in one row, against a row for each of
 * them. Nothing of the service runs in it.
 */
final class Frames {
  private static final int COUNTERS = 100;
  private static final int[] EVENTS = {30, 100, 1_000};
  private static final int EVENTS_IN_FLIGHT = 3_200;

  private Frames() {}

  static void run(Bench bench) {
    CqlSession session = bench.servers().session();
    EventInserts rows = new EventInserts(session);
    FrameInserts frames = new FrameInserts(session);
    IntSupplier drawn = Posts.uniform(COUNTERS);
    Supplier<String> counter = () -> "frames-" + drawn.getAsInt();
    for (int events : EVENTS) {
      int inFlight = Math.max(4, EVENTS_IN_FLIGHT / events);
      Load framed =
          new DriverLoad(
              session, inFlight, () -> frames.frame(counter.get(), EventInserts.now(), events));
      Load single =
          new DriverLoad(
              session, inFlight, () -> rows.batch(counter.get(), EventInserts.now(), events));
      try (Duel duel =
          new Duel(bench, new Side("a frame", framed, events), new Side("rows", single, events))) {
        duel.throughput(
            "%,d events a write, %d in flight".formatted(events, inFlight), "events/s", Aim.NONE);
      }
    }
  }
}
