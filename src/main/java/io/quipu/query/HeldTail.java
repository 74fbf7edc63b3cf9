package io.quipu.query;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.dedup.IdRow;
import io.quipu.store.RowShare;
import io.quipu.store.StoreUnavailable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What must be held of a tail: rows with ids until they are deduplicated, and rows that came before
 * it was known up to where the page is settled. The others are handed on as they stream past.
 * Confined to one context.
 */
final class HeldTail {
  /** Most rows that are held for one read. */
  static final int MOST = 200_000;

  private static final int AT_ONCE = 500;

  private final RowShare.Held held;
  private final PageReads.Sink sink;
  private final Map<CounterName, List<IdRow>> ids = new HashMap<>();
  private List<Early> early = new ArrayList<>();
  private @Nullable EventTime until;
  private int size;
  private int room;
  private long read;

  /** A row without an id that came too early. */
  private record Early(CounterName counter, EventTime at, long delta, int events) {}

  /**
   * @param held to take what is needed from; given back by whoever took it
   */
  HeldTail(RowShare.Held held, PageReads.Sink sink) {
    this.held = held;
    this.sink = sink;
  }

  /**
   * Takes a row.
   *
   * @throws StoreUnavailable if there are more than can be held
   */
  void row(CounterName counter, UUID at, long delta, int events, @Nullable String id, int window) {
    EventTime time = EventTime.of(at);
    if (until != null && time.isBefore(until)) {
      return;
    }
    read++;
    if (id != null) {
      hold();
      ids.computeIfAbsent(counter, any -> new ArrayList<>()).add(new IdRow(at, delta, id, window));
    } else if (until == null) {
      hold();
      early.add(new Early(counter, time, delta, events));
    } else {
      sink.counts(counter, time, delta, events);
    }
  }

  /** Hears, once, up to where the page is settled: rows before it are none of the tail. */
  void settled(EventTime end) {
    until = end;
    List<Early> some = early;
    early = List.of();
    size -= some.size();
    room += some.size();
    for (Early row : some) {
      if (row.at.isBefore(end)) {
        read--;
      } else {
        sink.counts(row.counter, row.at, row.delta, row.events);
      }
    }
    ids.values().forEach(rows -> rows.removeIf(row -> isSettled(row, end)));
    ids.values().removeIf(List::isEmpty);
  }

  private boolean isSettled(IdRow row, EventTime end) {
    boolean settled = EventTime.of(row.at()).isBefore(end);
    read -= settled ? 1 : 0;
    return settled;
  }

  /**
   * Hears of rows that were taken for slices to be read at once: what they have brought may stay.
   */
  void mayHold(int more) {
    room += more;
  }

  private void hold() {
    if (size == MOST) {
      throw StoreUnavailable.busy(
          "More than " + MOST + " events wait to be settled; try again soon.");
    }
    if (room == 0) {
      room = held.grow(AT_ONCE);
      if (room == 0) {
        throw StoreUnavailable.busy(
            "Too many events wait to be settled for what this instance holds at present;"
                + " try again soon.");
      }
    }
    size++;
    room--;
  }

  /** The rows with ids, by counter. */
  Map<CounterName, List<IdRow>> ids() {
    return ids;
  }

  /** How many rows the tail has, as far as it was read. */
  long rows() {
    return read;
  }
}
