package io.quipu.engine.state;

import io.quipu.engine.names.Series;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The notes of a counter about its series on a page: how many there are, and resets.
 *
 * <p>The numbers tell a reader that has looked for the series whether it has found all of them. A
 * reset is not written to each series, of which there may be many. A series whose last step ended
 * before a reset was taken back to zero by it, in the window of the first reset since.
 *
 * <p>Invariant: a reset is noted as long as it is the first since the last step of a series that
 * has a count. Of the resets of one step only the first is noted: a series that the step does not
 * change took its last step before all of them.
 *
 * @param numbers the number of series that have a state, by breakdown; empty if there are none
 * @param resets the times of the noted resets, in order. A counter without series notes none
 */
public record SeriesNotes(List<Long> numbers, List<EventTime> resets) {

  /** The notes of a counter without series. */
  public static final SeriesNotes NONE = new SeriesNotes(List.of(), List.of());

  public SeriesNotes {
    numbers = List.copyOf(numbers);
    resets = List.copyOf(resets);
  }

  /** Tells whether the counter has series. */
  public boolean hasSeries() {
    return !numbers.isEmpty();
  }

  /** The number of series of a breakdown. */
  public long number(int breakdown) {
    return breakdown < numbers.size() ? numbers.get(breakdown) : 0;
  }

  /**
   * The notes after a step.
   *
   * @param fresh the keys of the series that got a state in the step
   * @param found the times of the resets of the step, in any order
   */
  public SeriesNotes after(Collection<String> fresh, Collection<EventTime> found) {
    if (fresh.isEmpty() && (numbers.isEmpty() || found.isEmpty())) {
      return this;
    }
    List<Long> more = new ArrayList<>(numbers);
    for (String key : fresh) {
      int breakdown = Series.breakdownOf(key);
      while (more.size() <= breakdown) {
        more.add(0L);
      }
      more.set(breakdown, more.get(breakdown) + 1);
    }
    List<EventTime> all = new ArrayList<>(resets);
    found.stream().min(EventTime::compareTo).ifPresent(all::add);
    return new SeriesNotes(more, all);
  }

  /**
   * The notes without the resets up to one, after each series that these took back was written.
   *
   * @param last inclusive
   */
  public SeriesNotes writtenUpTo(EventTime last) {
    return new SeriesNotes(numbers, resets.stream().filter(at -> at.isAfter(last)).toList());
  }

  /**
   * The reset that took away the count of a series; null if there was none.
   *
   * @param until the end of the last step of the series
   */
  public @Nullable EventTime resetSince(EventTime until) {
    for (EventTime reset : resets) {
      if (!reset.isBefore(until)) {
        return reset;
      }
    }
    return null;
  }
}
