package io.quipu.engine.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The periods of a page that have settled ids: the first and the last period of each window. A
 * lookup of an id asks for no other periods.
 */
public record RememberedPeriods(Map<Integer, Periods> byWindow) {
  /** No id was ever settled. */
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

  /** The periods with the ids that were counted. Ids of other rules are in no period. */
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

  /** The periods without the deleted periods of a window before {@code first}. */
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
   * The partitions in which the id of a row may have been counted, less than both windows before
   * the row.
   *
   * @param window the window of the row
   */
  public List<IdPartition> before(Layout layout, int page, String id, EventTime at, int window) {
    List<IdPartition> found = new ArrayList<>(2);
    int part = layout.idPart(id);
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

  /** The partitions whose ids are all forgotten at {@code until}. */
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
