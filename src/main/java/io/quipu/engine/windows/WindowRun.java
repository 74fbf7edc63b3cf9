package io.quipu.engine.windows;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Consecutive windows of one granularity.
 *
 * @param last the last window, included
 */
public record WindowRun(Window first, Window last) {
  public WindowRun {
    if (last.granularity() != first.granularity() || last.startSecond() < first.startSecond()) {
      throw new IllegalArgumentException("no run: " + first + " to " + last);
    }
  }

  /** The number of windows. */
  public long size() {
    return (last.startSecond() - first.startSecond()) / first.granularity().seconds() + 1;
  }

  /** The first second after the windows, in Unix time. */
  public long endSecond() {
    return last.startSecond() + last.granularity().seconds();
  }

  /** Splits the windows into runs of at most {@code most} windows, in the order of time. */
  public List<WindowRun> split(int most) {
    List<WindowRun> some = new ArrayList<>();
    long step = most * first.granularity().seconds();
    for (long start = first.startSecond(); start < endSecond(); start += step) {
      long end = Math.min(start + step, endSecond()) - first.granularity().seconds();
      some.add(
          new WindowRun(
              new Window(first.granularity(), start), new Window(first.granularity(), end)));
    }
    return some;
  }

  /** The windows from a point on at which a window starts; empty if none is left. */
  public Optional<WindowRun> from(long second) {
    if (second <= first.startSecond()) {
      return Optional.of(this);
    }
    return second < endSecond()
        ? Optional.of(new WindowRun(new Window(first.granularity(), second), last))
        : Optional.empty();
  }

  /** Tells whether a window is one of these. */
  public boolean has(Window window) {
    return window.granularity() == first.granularity()
        && window.startSecond() >= first.startSecond()
        && window.startSecond() <= last.startSecond();
  }
}
