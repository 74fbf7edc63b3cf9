package io.quipu.testing.bench.cases;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.testing.bench.load.DriverLoad;
import io.quipu.testing.bench.report.Aim;
import io.quipu.testing.bench.report.Finding;
import io.quipu.testing.bench.server.Servers;
import java.util.function.IntSupplier;

/**
 * What a layout would bring that Quipu does not have: all events of a write in one row, against a
 * row for each of them. Nothing of the service runs in it.
 */
final class Frames implements Case {
  private static final int COUNTERS = 100;
  private static final int[] EVENTS = {30, 100, 1_000};
  private static final int EVENTS_IN_FLIGHT = 3_200;

  @Override
  public String name() {
    return "frames";
  }

  @Override
  public String title() {
    return "Events with ids by the driver, a frame of them in a row; against a row for each of them";
  }

  @Override
  public void run(Bench bench, Finding finding) throws Exception {
    finding.note(Servers.settingsInWords());
    CqlSession session = bench.servers().session();
    EventInserts rows = new EventInserts(session);
    FrameInserts frames = new FrameInserts(session);
    IntSupplier drawn = Posts.uniform(COUNTERS);
    for (int events : EVENTS) {
      int inFlight = Math.max(4, EVENTS_IN_FLIGHT / events);
      Side a =
          new Side(
              "a frame",
              new DriverLoad(
                  session,
                  inFlight,
                  () -> frames.frame("frames-" + drawn.getAsInt(), EventInserts.now(), events)),
              events);
      Side b =
          new Side(
              "rows",
              new DriverLoad(
                  session,
                  inFlight,
                  () -> rows.batch("frames-" + drawn.getAsInt(), EventInserts.now(), events)),
              events);
      try (Duel duel = new Duel(bench, finding, a, b)) {
        duel.throughput(
            "%,d events a write, %d in flight".formatted(events, inFlight), "events/s", Aim.NONE);
      }
    }
  }
}
