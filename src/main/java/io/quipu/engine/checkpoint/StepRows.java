package io.quipu.engine.checkpoint;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.StateSize;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.windows.EventMinute;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a page that one step takes in: all rows from a time up to a cut, which is the horizon
 * at first. If there are more rows than may be held, or more than one compare-and-set can take, the
 * cut moves to an earlier time. Rows at or after the cut are dropped. Confined to one context.
 *
 * <p>Invariant: exactly the given rows in {@code [from, cut)} are held. The cut lies after {@code
 * from} and never splits a tick. The rows of the first tick are kept even beyond the limits, so
 * that every step makes progress. A tick has few rows on a page, because each lane mints at most
 * one of them.
 */
final class StepRows {
  /** The maximum number of rows that one step takes in, if not all are of its first tick. */
  static final int MOST_ROWS = 20_000;

  /**
   * The maximum estimated size in bytes of what the rows of a step add to states, if not all rows
   * are of the first tick.
   */
  static final int MOST_BYTES = 256 * 1024;

  /** The least bytes of the state of a counter, without its name and pending facts. */
  private static final int COUNTER_BYTES = 100;

  /** The approximate bytes of a counted id, without its text. */
  private static final int ID_BYTES = 24;

  /** The approximate bytes of one more closed window. */
  private static final int WINDOW_BYTES = 24;

  /** The approximate bytes of one more minute, hour and day of other times. */
  private static final int SUPPLEMENT_BYTES = 3 * WINDOW_BYTES;

  /**
   * The maximum number of counters with dropped rows that are remembered; if there are more, none
   * is remembered.
   */
  static final int FEW_LEFT = 8;

  private static final long MINUTE_TICKS = 60 * EventTime.TICKS_PER_SECOND;

  private final EventTime from;
  private final EventTime horizon;
  private final RowShare.Held held;
  private final StepBounds bounds;
  private @Nullable Set<CounterName> left = new TreeSet<>();
  private List<Row> rows = new ArrayList<>();
  private int room;
  private EventTime cut;
  private int passed;
  private int quiet;

  /**
   * @param from inclusive start of the step
   * @param horizon exclusive end of the step if no row has to be dropped
   * @param held the rows that may be held at first; this object may ask for more
   */
  StepRows(EventTime from, EventTime horizon, RowShare.Held held, StepBounds bounds) {
    if (!horizon.isAfter(from)) {
      throw new IllegalArgumentException("a step from " + from + " to " + horizon);
    }
    this.from = from;
    this.horizon = horizon;
    this.cut = horizon;
    this.held = held;
    this.bounds = bounds;
    this.room = Math.min(MOST_ROWS, held.rows());
  }

  /** A row of a counter. */
  record Row(
      CounterName counter,
      UUID at,
      long delta,
      int events,
      @Nullable String id,
      int window,
      long minute,
      List<String> series,
      int retention) {
    long ticks() {
      return at.timestamp();
    }
  }

  /** Makes the sink for the rows of one partition, which has the given retention. */
  EventLog.PageSink of(int retention) {
    return (counter, at, delta, events, id, window, minute, series) -> {
      passed++;
      long ticks = at.timestamp();
      if (ticks >= from.ticks() && ticks < horizon.ticks()) {
        if (ticks < cut.ticks() && rows.size() >= room) {
          makeRoom();
        }
        if (ticks < cut.ticks()) {
          rows.add(new Row(counter, at, delta, events, id, window, minute, series, retention));
        } else {
          leave(counter);
        }
      }
    };
  }

  private void leave(CounterName counter) {
    if (left != null && left.add(counter) && left.size() > FEW_LEFT) {
      left = null;
    }
  }

  /** The counters with rows in {@code [cut, horizon)}; null if more than {@link #FEW_LEFT}. */
  @Nullable Set<CounterName> left() {
    return left;
  }

  /** The number of all given rows, including rows that do not belong to the step. */
  int passed() {
    return passed;
  }

  /** Notes how many of the given rows the next step in the same bucket would be given again. */
  void quiet(int some) {
    quiet = some;
  }

  /** The number of given rows that the next step in the same bucket would be given again. */
  int quiet() {
    return quiet;
  }

  /** Adds rows that may be held, which were taken to read larger pages. */
  void mayHold(int more) {
    room = Math.min(MOST_ROWS, room + more);
  }

  /** Tells whether no row belongs to the step. */
  boolean isEmpty() {
    return rows.isEmpty();
  }

  /** The exclusive end of the step; the horizon if no row was dropped. */
  EventTime cut() {
    return cut;
  }

  private void makeRoom() {
    room += held.grow(Math.min(room, MOST_ROWS - room));
    if (rows.size() >= room) {
      long[] ticks = rows.stream().mapToLong(Row::ticks).sorted().toArray();
      long middle = ticks[ticks.length / 2];
      cutAt(new EventTime(middle > ticks[0] ? middle : ticks[0] + 1));
    }
  }

  private void cutAt(EventTime lower) {
    cut = lower;
    rows.removeIf(
        row -> {
          boolean beyond = row.ticks() >= lower.ticks();
          if (beyond) {
            leave(row.counter);
          }
          return beyond;
        });
  }

  /**
   * Moves the cut so that no more states have to be read than may change, and groups the rows by
   * counter. To be called after the last row.
   */
  Map<CounterName, List<Row>> byCounter() {
    rows.sort(Comparator.comparingLong(Row::ticks));
    fit(any -> COUNTER_BYTES, MOST_BYTES);
    return grouped();
  }

  /**
   * Moves the cut so that the states fit into one compare-and-set, and groups the rows again.
   *
   * @param known the states before the step of all counters and series of the rows
   * @return null if the cut stays
   */
  @Nullable Map<CounterName, List<Row>> byCounter(Map<CounterName, CounterState> known) {
    long states = known.values().stream().mapToLong(StateSize::ofKept).sum();
    boolean moved =
        states + MOST_BYTES > bounds.bytes()
            && fit(
                changed -> {
                  CounterState state = known.get(changed);
                  return state == null
                      ? COUNTER_BYTES
                      : Math.max(COUNTER_BYTES, StateSize.ofKept(state));
                },
                bounds.bytes());
    return moved ? grouped() : null;
  }

  private Map<CounterName, List<Row>> grouped() {
    Map<CounterName, List<Row>> counters = new HashMap<>();
    for (Row row : rows) {
      counters.computeIfAbsent(row.counter, any -> new ArrayList<>()).add(row);
    }
    return counters;
  }

  /** Moves the cut if the changes are too large; tells whether it moved. */
  private boolean fit(ToLongFunction<CounterName> stateBytes, long most) {
    StepSize size = new StepSize(stateBytes);
    for (Row row : rows) {
      size.add(row);
      boolean tooLarge = size.bytes > most || size.minutes.size() > bounds.counters();
      if (tooLarge && row.ticks() > rows.get(0).ticks()) {
        cutAt(new EventTime(row.ticks()));
        return true;
      }
    }
    return false;
  }

  /** The approximate size of the changes that rows make, in the order of time. */
  private static final class StepSize {
    private final ToLongFunction<CounterName> stateBytes;
    private final Map<CounterName, Long> minutes = new HashMap<>();
    private long bytes;

    StepSize(ToLongFunction<CounterName> stateBytes) {
      this.stateBytes = stateBytes;
    }

    void add(Row row) {
      add(row, row.counter);
      for (String key : row.series) {
        add(row, row.counter.with(key));
      }
      bytes += row.id == null ? 0 : ID_BYTES + row.id.length();
    }

    private void add(Row row, CounterName changed) {
      long minute = row.ticks() / MINUTE_TICKS;
      Long last = minutes.put(changed, minute);
      bytes += row.minute == EventMinute.OWN ? 0 : SUPPLEMENT_BYTES;
      if (last == null) {
        long names = (long) changed.name().length() + changed.series().length();
        bytes += stateBytes.applyAsLong(changed) + changed.namespace().length() + 2 * names;
      } else if (last != minute) {
        bytes += WINDOW_BYTES;
      }
    }
  }
}
