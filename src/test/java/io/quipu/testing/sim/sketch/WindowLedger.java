package io.quipu.testing.sim.sketch;

import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.kind.answer.ReadOptions;
import io.quipu.engine.kind.answer.WindowAnswers;
import io.quipu.engine.kind.answer.WindowAnswers.WindowAnswer;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.TimeRange;
import io.quipu.engine.windows.Window;
import io.quipu.testing.sim.core.MachineClock;
import java.util.HashMap;
import java.util.Map;

/**
 * What the windows of one counter and one granularity answered. Each value lies in one window, and
 * a window that was said to be settled stays as it was.
 */
final class WindowLedger {
  /** More than any clock is off. */
  private static final long AROUND = 5 * Granularity.DAY.seconds();

  private final SketchLedger ledger;
  private final Granularity granularity;
  private final Map<TimeRange, Long> settled = new HashMap<>();

  WindowLedger(SketchLedger ledger, Granularity granularity) {
    this.ledger = ledger;
    this.granularity = granularity;
  }

  /** All windows in which anything may have been recorded. */
  Question.Windows query(KnownCounter counter) {
    return new Question.Windows(
        counter, WindowCover.of(window(-AROUND), window(AROUND)), true, ReadOptions.USUAL);
  }

  private Window window(long secondsLater) {
    long second = MachineClock.EPOCH_SECOND + secondsLater;
    return new Window(granularity, second - Math.floorMod(second, granularity.seconds()));
  }

  /** What is said to be settled now. */
  Map<TimeRange, Long> settled() {
    return Map.copyOf(settled);
  }

  /**
   * Checks an answer.
   *
   * @param before which values were acknowledged when it was asked for
   * @param settledBefore what was said to be settled then
   */
  void check(WindowAnswers answers, long before, Map<TimeRange, Long> settledBefore) {
    String label = granularity.label();
    long all = 0;
    for (WindowAnswer answer : answers.windows()) {
      long found = ledger.found(answer.content(), 0);
      ledger.complain("in two windows of a " + label, all & found);
      all |= found;
      Long fixed = settledBefore.get(answer.window());
      if (fixed != null) {
        ledger.complain("changed in a settled " + label, fixed ^ found);
      }
      if (answer.settled()) {
        Long same = settled.putIfAbsent(answer.window(), found);
        ledger.complain("settled twice in a " + label, same == null ? 0 : same ^ found);
      }
    }
    ledger.complain("lost in each " + label, before & ~all);
  }
}
