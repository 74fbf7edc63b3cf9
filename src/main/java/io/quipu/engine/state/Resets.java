package io.quipu.engine.state;

import io.quipu.engine.windows.EventTime;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

/**
 * The amounts that the resets of a counter on one page take away. Each amount is the tally since
 * the previous reset. Rows may come in any order, because the possible times of resets are known
 * first. Confined to one context.
 *
 * <p>Rows of the same tick as a reset lie after the reset. So the timestamp of a row alone decides
 * on which side of a reset the row lies.
 */
public final class Resets {
  private final long[] ticks;
  private final boolean[] there;
  private final RunningTally[] before;

  /**
   * @param known the times at which resets may be
   */
  public Resets(Collection<EventTime> known) {
    ticks = known.stream().mapToLong(EventTime::ticks).sorted().distinct().toArray();
    there = new boolean[ticks.length];
    before = new RunningTally[ticks.length];
    Arrays.setAll(before, any -> new RunningTally());
  }

  /** Takes a row that counts. */
  public void counts(EventTime at, long delta, long events) {
    int next = after(at);
    if (next < ticks.length) {
      before[next].add(delta, events);
    }
  }

  /** The index from 0 of the first known time after {@code at}; their number if there is none. */
  public int after(EventTime at) {
    int index = Arrays.binarySearch(ticks, at.ticks());
    return index < 0 ? -index - 1 : index + 1;
  }

  /** Takes a reset; returns false, and does nothing, if its time is not a known time. */
  public boolean reset(EventTime at) {
    int index = Arrays.binarySearch(ticks, at.ticks());
    if (index >= 0) {
      there[index] = true;
    }
    return index >= 0;
  }

  /** The times of the resets that were taken, in event order. */
  public List<EventTime> taken() {
    return IntStream.range(0, ticks.length)
        .filter(i -> there[i])
        .mapToObj(i -> new EventTime(ticks[i]))
        .toList();
  }

  /**
   * Passes on the amount that each taken reset takes away, in event order. To be called when all
   * rows and resets were taken.
   *
   * @param first the tally of the counter before all rows
   */
  public void takeAway(Tally first, BiConsumer<EventTime, Tally> sink) {
    Tally since = first;
    for (int i = 0; i < ticks.length; i++) {
      since = since.plus(before[i].tally());
      if (there[i]) {
        sink.accept(new EventTime(ticks[i]), since);
        since = Tally.ZERO;
      }
    }
  }
}
