package io.quipu.engine.store;

import io.quipu.engine.store.EventLog.RowSink;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.store.rows.PackedRow;
import io.quipu.engine.windows.EventMinute;
import io.quipu.engine.windows.EventTime;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Hands over the events of the rows of one counter, each in the order of its timeuuid, as if each
 * had a row of its own. A row may begin before the time from which events are wanted, and end after
 * the time up to which; rows of two contexts may overlap. Confined to one context.
 */
public final class EventOrder {
  private static final long SIGNS = 0x8080808080808080L;

  /** Cassandra's order: by timestamp, then by the low half as signed bytes. */
  private static final Comparator<UUID> TIMEUUIDS =
      (a, b) -> {
        int ticks = Long.compare(a.timestamp(), b.timestamp());
        return ticks != 0
            ? ticks
            : Long.compareUnsigned(
                a.getLeastSignificantBits() ^ SIGNS, b.getLeastSignificantBits() ^ SIGNS);
      };

  private static final Comparator<EventRow> ROWS = Comparator.comparing(EventRow::at, TIMEUUIDS);

  private final EventTime from;
  private final EventTime before;
  private final RowSink sink;
  private @Nullable PriorityQueue<EventRow> waiting;

  /** Hands over the events in {@code [from, before)}. */
  public EventOrder(EventTime from, EventTime before, RowSink sink) {
    this.from = from;
    this.before = before;
    this.sink = sink;
  }

  /** The time of the first row that may hold an event at or after {@code from}. */
  public static EventTime firstRow(EventTime from) {
    return new EventTime(Math.max(0, from.ticks() - PackedRow.MOST_EVENTS + 1));
  }

  /** Takes a row that is not packed. Rows come in the order of their timeuuids. */
  public void row(UUID at, long delta, int events, @Nullable String id, int window) {
    handOver(at);
    hand(at, delta, events, id, window, EventMinute.OWN, List.of());
  }

  /** Takes a packed row. */
  public void row(PackedRow row) {
    handOver(row.at());
    PriorityQueue<EventRow> events = waiting;
    if (events == null) {
      events = new PriorityQueue<>(ROWS);
      waiting = events;
    }
    events.addAll(row.each());
  }

  /** Hands over the events that still wait. To be called after the last row. */
  public void end() {
    PriorityQueue<EventRow> events = waiting;
    while (events != null && !events.isEmpty()) {
      hand(events.remove());
    }
  }

  /** Hands over all waiting events before a row: no event of this or a later row is before it. */
  private void handOver(UUID row) {
    PriorityQueue<EventRow> events = waiting;
    while (events != null
        && !events.isEmpty()
        && TIMEUUIDS.compare(events.element().at(), row) < 0) {
      hand(events.remove());
    }
  }

  private void hand(EventRow event) {
    hand(
        event.at(),
        event.delta(),
        event.events(),
        event.id(),
        event.window(),
        event.minute(),
        event.series());
  }

  private void hand(
      UUID at,
      long delta,
      int events,
      @Nullable String id,
      int window,
      long minute,
      List<String> series) {
    long ticks = at.timestamp();
    if (ticks >= from.ticks() && ticks < before.ticks()) {
      sink.row(at, delta, events, id, window, minute, series);
    }
  }
}
