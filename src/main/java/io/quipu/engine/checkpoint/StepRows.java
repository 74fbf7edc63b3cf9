package io.quipu.engine.checkpoint;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.RowShare;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a page that one step takes in. The rows run in event order from the page's {@code
 * until} up to a cut. If there are more rows than may be held, or than one compare-and-set can
 * take, the cut moves to an earlier time. Rows at or after the cut are dropped. Confined to one
 * context.
 *
 * <p>Invariant: exactly the given rows in {@code [from, cut)} are held. The cut lies after {@code
 * from} and never splits a tick. The rows of the first tick stay even beyond the limits, so that
 * every step makes progress. One tick has few rows, as no lane mints two rows of one tick.
 */
final class StepRows {
  /** Most rows that one step takes in. */
  static final int MOST_ROWS = 20_000;

  /** Most counters that one step changes. */
  static final int MOST_COUNTERS = 1_500;

  /** The approximate number of bytes that one compare-and-set may have. */
  static final int MOST_BYTES = 256 * 1024;

  /** The approximate bytes of the state of a counter, without its name and pending facts. */
  private static final int COUNTER_BYTES = 100;

  /** The approximate bytes of a counted id, without its text. */
  private static final int ID_BYTES = 24;

  /** The approximate bytes of one more closed window. */
  private static final int WINDOW_BYTES = 24;

  /** Most counters with rows after the cut that are remembered; with more, none is remembered. */
  static final int FEW_LEFT = 8;

  private static final long MINUTE_TICKS = 60 * EventTime.TICKS_PER_SECOND;

  private final EventTime from;
  private final EventTime horizon;
  private final RowShare.Held held;
  private @Nullable Set<CounterName> left = new TreeSet<>();
  private List<Row> rows = new ArrayList<>();
  private int room;
  private EventTime cut;
  private int passed;

  /**
   * @param horizon the end of the step, if no cut is needed
   * @param held the rows that may be held at first; the number may grow
   */
  StepRows(EventTime from, EventTime horizon, RowShare.Held held) {
    if (!horizon.isAfter(from)) {
      throw new IllegalArgumentException("a step from " + from + " to " + horizon);
    }
    this.from = from;
    this.horizon = horizon;
    this.cut = horizon;
    this.held = held;
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
      int retention) {
    long ticks() {
      return at.timestamp();
    }
  }

  /** Makes the sink for the rows of one partition. */
  EventLog.PageSink of(int retention) {
    return (counter, at, delta, events, id, window) -> {
      passed++;
      long ticks = at.timestamp();
      if (ticks >= from.ticks() && ticks < horizon.ticks()) {
        if (ticks < cut.ticks() && rows.size() >= room) {
          makeRoom();
        }
        if (ticks < cut.ticks()) {
          rows.add(new Row(counter, at, delta, events, id, window, retention));
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

  /** The counters that have rows between the cut and the horizon; null if there are many. */
  @Nullable Set<CounterName> left() {
    return left;
  }

  /** The number of given rows, whether they belong to the step or not. */
  int passed() {
    return passed;
  }

  /** Tells whether no row belongs to the step. */
  boolean isEmpty() {
    return rows.isEmpty();
  }

  /** The exclusive end of the step; the horizon if no row had to be left out. */
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

  /** The rows by counter, as many as fit into one compare-and-set. Called after the last row. */
  Map<CounterName, List<Row>> byCounter() {
    rows.sort(Comparator.comparingLong(Row::ticks));
    fit();
    Map<CounterName, List<Row>> counters = new HashMap<>();
    for (Row row : rows) {
      counters.computeIfAbsent(row.counter, any -> new ArrayList<>()).add(row);
    }
    return counters;
  }

  private void fit() {
    Map<CounterName, Long> minutes = new HashMap<>();
    long bytes = 0;
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      long minute = row.ticks() / MINUTE_TICKS;
      Long last = minutes.put(row.counter, minute);
      if (last == null) {
        bytes +=
            COUNTER_BYTES + row.counter.namespace().length() + 2L * row.counter.name().length();
      } else if (last != minute) {
        bytes += WINDOW_BYTES;
      }
      bytes += row.id == null ? 0 : ID_BYTES + row.id.length();
      if (bytes > MOST_BYTES || minutes.size() > MOST_COUNTERS) {
        if (row.ticks() > rows.get(0).ticks()) {
          cutAt(new EventTime(row.ticks()));
          return;
        }
      }
    }
  }
}
