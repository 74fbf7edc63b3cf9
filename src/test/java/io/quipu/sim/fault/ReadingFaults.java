package io.quipu.sim.fault;

import io.quipu.counter.EventTime;
import io.quipu.counter.WindowCount;
import io.quipu.sim.Protocol;
import java.util.List;

/** Faults of what readers are told. */
final class ReadingFaults {
  private ReadingFaults() {}

  /** Takes windows for settled that the horizon has passed, but no checkpoint. */
  static final class SettledAtTheHorizon extends Protocol {
    @Override
    protected List<WindowCount> windows(List<WindowCount> windows, EventTime horizon) {
      return windows.stream()
          .map(
              found ->
                  new WindowCount(
                      found.window(),
                      found.tally(),
                      found.settled() || !found.window().end().isAfter(horizon)))
          .toList();
    }
  }
}
