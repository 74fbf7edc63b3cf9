package io.quipu.testing.sim.linear;

import io.quipu.engine.kinds.linear.IdPeriod;
import io.quipu.engine.kinds.linear.LinearState;
import io.quipu.engine.kinds.linear.LinearStep;
import io.quipu.engine.kinds.linear.LinearStore;
import io.quipu.engine.kinds.linear.LinearWindows;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.Extent;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Window;
import io.quipu.testing.sim.core.Machine;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;

/** Faults of windows, of the age of ids, and of deletions: what time, or a setting, decides. */
final class LinearTimeFaults {
  /** Older than any period has to be. */
  private static final long OLD = Duration.ofHours(1).toSeconds() * EventTime.TICKS_PER_SECOND;

  private LinearTimeFaults() {}

  private static LinearState with(LinearState now, IdPeriod ids, LinearWindows windows) {
    return new LinearState(
        now.version(),
        now.count(),
        now.events(),
        now.eventsBefore(),
        ids,
        now.began(),
        now.last(),
        now.applied(),
        now.named(),
        windows);
  }

  private static LinearStep to(LinearStep step, LinearState next) {
    return new LinearStep(step.before(), next, step.remembered());
  }

  /**
   * A step that does not begin windows leaves those that are open, whether they are over or not.
   */
  record LeftBySettings(LinearStore real) {
    public CompletionStage<CasOutcome> advance(CounterName counter, LinearStep step) {
      LinearWindows windows = step.next().windows();
      if (windows.open().size() == 3) {
        return real.advance(counter, step);
      }
      Map<Window, Tally> left = new HashMap<>(windows.closed());
      left.putAll(windows.open());
      LinearWindows none = new LinearWindows(Map.of(), left);
      return real.advance(counter, to(step, with(step.next(), step.next().ids(), none)));
    }
  }

  /** Exports what a step would leave, before the step is decided. */
  record ExportedUndecided(LinearStore real) {
    public CompletionStage<CasOutcome> advance(CounterName counter, LinearStep step) {
      var unused = real.export(counter, step.next().windows().closed());
      return real.advance(counter, step);
    }
  }

  /** Takes each period for old. */
  record IdsByNumber(LinearStore real) {
    public CompletionStage<LinearState> readSerial(CounterName counter) {
      return real.readSerial(counter)
          .thenApply(
              now ->
                  with(
                      now,
                      new IdPeriod(now.ids().number(), now.ids().count(), OLD),
                      now.windows()));
    }
  }

  /** Looks for windows up to an hour after the own clock. */
  record DeletedByTheClock(LinearStore real, Machine machine) {
    public CompletionStage<Void> states(Extent extent, BiConsumer<Integer, LinearState> sink) {
      EventTime now = machine.clock().wall();
      EventTime until = now.plusTicks(Duration.ofHours(1).toSeconds() * EventTime.TICKS_PER_SECOND);
      return real.states(
          extent,
          (page, state) ->
              sink.accept(
                  page,
                  new LinearState(
                      state.version(),
                      state.count(),
                      state.events(),
                      state.eventsBefore(),
                      state.ids(),
                      null,
                      until,
                      state.applied(),
                      state.named(),
                      state.windows())));
    }
  }
}
