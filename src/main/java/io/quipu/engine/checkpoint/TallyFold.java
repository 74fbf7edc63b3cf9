package io.quipu.engine.checkpoint;

import io.quipu.engine.state.CountedId;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.PendingFacts;
import io.quipu.engine.state.Resets;
import io.quipu.engine.state.RunningTally;
import io.quipu.engine.state.SeriesNotes;
import io.quipu.engine.state.Tally;
import io.quipu.engine.windows.EventMinute;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Adds what counts for a counter, or for a series of it, in one step to its state. Confined to one
 * context.
 */
final class TallyFold {
  private final RunningTally total = new RunningTally();
  private final Map<Long, RunningTally> minutes = new HashMap<>();
  private final Map<Long, RunningTally> otherMinutes = new HashMap<>();
  private final @Nullable Resets resets;
  private EventTime firstOfOther = EventTime.MAX;
  private boolean counted;
  private long events;

  /**
   * @param found the times of the resets of the counter in this step
   */
  TallyFold(Collection<EventTime> found) {
    resets = found.isEmpty() ? null : new Resets(found);
    found.forEach(this::reset);
  }

  private void reset(EventTime at) {
    if (resets != null) {
      resets.reset(at);
    }
  }

  /** Takes a row that counts. */
  void count(EventTime at, long minute, long delta, int more) {
    counted = true;
    events += more;
    total.add(delta, more);
    (minute == EventMinute.OWN ? minute(at) : otherMinute(at, minute)).add(delta, more);
    if (resets != null) {
      resets.counts(at, delta, more);
    }
  }

  private RunningTally minute(EventTime at) {
    return minutes.computeIfAbsent(EventMinute.of(at), start -> new RunningTally());
  }

  private RunningTally otherMinute(EventTime at, long minute) {
    firstOfOther = EventTime.min(firstOfOther, at);
    return otherMinutes.computeIfAbsent(minute, start -> new RunningTally());
  }

  /** Tells whether a row counted. */
  boolean hasCounted() {
    return counted;
  }

  /** The number of events that counted. A reset does not lower the number. */
  long events() {
    return events;
  }

  /** Tells whether a reset takes something away from a counter without rows that count. */
  boolean takesAway(CounterState before) {
    return resets != null && !before.total().isZero();
  }

  /**
   * Makes the state after the step; to be called only once, after the last row.
   *
   * @param ids the facts about ids that the step decided
   * @param until the exclusive end of the step
   * @param retentions the classes of the rows of the step
   * @param series the notes about series after the step
   * @param reset the last reset after the step
   */
  CounterState next(
      CounterState before,
      List<CountedId> ids,
      EventTime until,
      int retentions,
      SeriesNotes series,
      EventTime reset) {
    if (resets != null) {
      resets.takeAway(before.total(), this::takeAway);
    }
    Map<Window, Tally> open = new HashMap<>(before.open());
    windows(minutes).forEach((window, tally) -> open.merge(window, tally, Tally::plus));
    requireWhole();
    Map<Window, Tally> closed = new HashMap<>();
    open.entrySet()
        .removeIf(
            window -> {
              boolean ended = !window.getKey().end().isAfter(until);
              if (ended) {
                closed.put(window.getKey(), window.getValue());
              }
              return ended;
            });
    Supplements supplements = Supplements.after(before.supplements(), windows(otherMinutes));
    return new CounterState(
        before.total().plus(total.tally()),
        until,
        open,
        supplements.kept(),
        new PendingFacts(before.isNew(), ids, closed, supplements.exported()),
        before.supplemented() || !supplements.exported().isEmpty(),
        before.retentions() | retentions,
        series,
        reset,
        EventTime.min(before.supplementedSince(), firstOfOther));
  }

  /**
   * Subtracts a tally from the total, and from the minute of a reset, so that the windows still sum
   * to the total.
   */
  private void takeAway(EventTime at, Tally away) {
    if (!away.isZero()) {
      total.subtract(away);
      minute(at).subtract(away);
    }
  }

  /** The tallies of some minutes in each window of each granularity. */
  private static Map<Window, Tally> windows(Map<Long, RunningTally> minutes) {
    Map<Window, Tally> windows = new HashMap<>();
    minutes.forEach(
        (start, tally) -> {
          EventTime within = EventTime.ofEpochSecond(start);
          Tally some = tally.tally();
          for (Granularity granularity : Granularity.values()) {
            windows.merge(granularity.windowOf(within), some, Tally::plus);
          }
        });
    return windows;
  }

  /**
   * @throws IllegalStateException if the minutes do not sum to the total of the rows
   */
  private void requireWhole() {
    RunningTally sum = new RunningTally();
    minutes.values().forEach(sum::add);
    otherMinutes.values().forEach(sum::add);
    if (!sum.tally().equals(total.tally())) {
      throw new IllegalStateException("minutes sum to " + sum.tally() + ", not " + total.tally());
    }
  }
}
