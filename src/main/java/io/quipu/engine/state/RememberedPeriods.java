package io.quipu.engine.state;

import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.names.Layout;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The periods of a page that may have settled ids: from the first to the last period of each
 * window. A lookup of an id reads no other periods.
 */
public record RememberedPeriods(Map<Integer, Periods> byWindow) {
  /** The periods of a page without settled ids. */
  public static final RememberedPeriods NONE = new RememberedPeriods(Map.of());

  /**
   * @param first start of the first period, in seconds of Unix time
   * @param last start of the last period, in seconds of Unix time
   */
  public record Periods(long first, long last) {
    public Periods {
      if (first > last) {
        throw new IllegalArgumentException("from " + first + " to " + last);
      }
    }
  }

  public RememberedPeriods {
    byWindow = Collections.unmodifiableMap(new TreeMap<>(byWindow));
  }

  /** Adds the periods of ids that were counted. Ids of other rules are in no period. */
  public RememberedPeriods with(Collection<CountedId> counted) {
    if (counted.isEmpty()) {
      return this;
    }
    Map<Integer, Periods> next = new TreeMap<>(byWindow);
    for (CountedId id : counted) {
      if (id.window() <= DeduplicationWindow.OTHER_RULES) {
        continue;
      }
      long period = IdPartition.periodOf(id.window(), EventTime.of(id.at()));
      next.merge(
          id.window(),
          new Periods(period, period),
          (one, other) ->
              new Periods(Math.min(one.first, other.first), Math.max(one.last, other.last)));
    }
    return next.equals(byWindow) ? this : new RememberedPeriods(next);
  }

  /** Leaves out the periods of a window before {@code first}, which are deleted. */
  public RememberedPeriods without(int window, long first) {
    Periods known = byWindow.get(window);
    if (known == null || known.first >= first) {
      return this;
    }
    Map<Integer, Periods> next = new TreeMap<>(byWindow);
    if (known.last < first) {
      next.remove(window);
    } else {
      next.put(window, new Periods(first, known.last));
    }
    return new RememberedPeriods(next);
  }

  /**
   * The partitions that may have the id of a row, counted before the row by less than the window of
   * the row and less than the window of the partition. Equal for all times of one second.
   *
   * @param part the {@linkplain Layout#idPart part} of the id
   * @param window the window of the row
   */
  public List<IdPartition> before(int page, int part, EventTime at, int window) {
    List<IdPartition> found = new ArrayList<>(2);
    byWindow.forEach(
        (remembered, periods) -> {
          long length = IdPartition.length(remembered);
          if (length == 0) {
            found.add(new IdPartition(page, part, remembered, 0));
            return;
          }
          int shorter =
              window == DeduplicationWindow.FOREVER ? remembered : Math.min(window, remembered);
          EventTime oldest =
              new EventTime(Math.max(0, at.ticks() - shorter * EventTime.TICKS_PER_SECOND));
          long first = Math.max(periods.first, IdPartition.periodOf(remembered, oldest));
          long last = Math.min(periods.last, IdPartition.periodOf(remembered, at));
          for (long period = first; period <= last; period += length) {
            found.add(new IdPartition(page, part, remembered, period));
          }
        });
    return found;
  }

  /** All partitions that may have ids. */
  public Stream<IdPartition> all(int page) {
    return byWindow.entrySet().stream()
        .flatMap(
            window -> {
              Periods periods = window.getValue();
              long length = Math.max(1, IdPartition.length(window.getKey()));
              return LongStream.rangeClosed(0, (periods.last - periods.first) / length)
                  .map(i -> periods.first + i * length)
                  .boxed()
                  .flatMap(
                      period ->
                          IntStream.range(0, Layout.ID_PARTS)
                              .mapToObj(
                                  part -> new IdPartition(page, part, window.getKey(), period)));
            });
  }

  /** The partitions of which no id is remembered at {@code until}. */
  public List<IdPartition> forgotten(int page, EventTime until) {
    List<IdPartition> found = new ArrayList<>();
    byWindow.forEach(
        (window, periods) -> {
          long length = IdPartition.length(window);
          for (long period = periods.first;
              length > 0
                  && period <= periods.last
                  && !new IdPartition(page, 0, window, period).forgotten().isAfter(until);
              period += length) {
            for (int part = 0; part < Layout.ID_PARTS; part++) {
              found.add(new IdPartition(page, part, window, period));
            }
          }
        });
    return found;
  }
}
