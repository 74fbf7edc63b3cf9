package io.quipu.engine.query;

import io.quipu.engine.checkpoint.dedup.IdRow;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Resets;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one page's tail that must be held in memory. Rows with ids are held until
 * deduplication. Rows without ids are held until the page's {@code until} is known; after that,
 * rows without ids go to the sink at once. Confined to one context.
 */
final class HeldTail {
  /** The maximum number of rows that are held for the tail of one page. */
  static final int MOST = 200_000;

  private static final int AT_ONCE = 500;

  private final TailRows.Room held;
  private final int page;
  private final PageReads.Sink sink;
  private final KnownResets known;
  private final Map<CounterName, Resets> resets;
  private final Map<CounterName, List<EventTime>> foundResets = new HashMap<>();
  private final Map<CounterName, Map<String, CounterName>> series = new HashMap<>();
  private final Set<CounterName> counters;
  private final Map<CounterName, List<IdRow>> ids = new HashMap<>();
  private List<Early> early = new ArrayList<>();
  private @Nullable EventTime until;
  private EventTime last = EventTime.MIN;
  private int size;
  private int room;
  private long read;

  /** A row without an id that came before the page's {@code until} was known. */
  private record Early(
      CounterName counter,
      EventTime at,
      long minute,
      long delta,
      int events,
      List<String> series) {}

  /**
   * @param held the room from which held rows are taken
   * @param page the page of the tail
   * @param known the resets found for the question
   * @param counters the counters and series that are asked for
   */
  HeldTail(
      TailRows.Room held,
      int page,
      KnownResets known,
      Set<CounterName> counters,
      PageReads.Sink sink) {
    this.held = held;
    this.page = page;
    this.known = known;
    this.resets = known.of(counters);
    this.counters = counters;
    this.sink = sink;
    for (CounterName counter : counters) {
      if (counter.isSeries()) {
        enter(counter);
      }
    }
  }

  private void enter(CounterName one) {
    series.computeIfAbsent(one.whole(), any -> new HashMap<>()).put(one.series(), one);
  }

  /** The series of a counter, if it is wanted. */
  private @Nullable CounterName wanted(CounterName counter, EventTime at, String key) {
    Map<String, CounterName> some = series.get(counter);
    CounterName one = some == null ? null : some.get(key);
    if (one != null || !sink.wants(counter, key)) {
      return one;
    }
    // The sink remembers one more series, even if the row is not held.
    hold(counter, at);
    CounterName next = counter.with(key);
    enter(next);
    known
        .of(List.of(next))
        .forEach(
            (name, of) -> {
              resets.put(name, of);
              foundResets.getOrDefault(counter, List.of()).forEach(of::reset);
            });
    return next;
  }

  /**
   * Takes a row. Drops the row if the page's {@code until} is known and the row lies before it.
   *
   * @throws StoreUnavailable if the row must be held, and there is no room or {@value #MOST} rows
   *     are held already
   */
  void row(
      CounterName counter,
      UUID at,
      long delta,
      int events,
      @Nullable String id,
      int window,
      long minute,
      List<String> keys) {
    EventTime time = EventTime.of(at);
    if (until != null && time.isBefore(until)) {
      return;
    }
    read++;
    if (id != null) {
      hold(counter, time);
      ids.computeIfAbsent(counter, any -> new ArrayList<>())
          .add(new IdRow(at, delta, events, id, window, minute, keys));
    } else if (until == null) {
      hold(counter, time);
      early.add(new Early(counter, time, minute, delta, events, keys));
    } else {
      counts(counter, time, minute, delta, events, keys);
    }
  }

  /** Takes a row that counts, or a reset. */
  void counts(
      CounterName counter, EventTime at, long minute, long delta, int events, List<String> keys) {
    if (EventRow.isReset(events)) {
      reset(counter, at);
      return;
    }
    if (series.isEmpty() || counters.contains(counter)) {
      countsFor(counter, at, minute, delta, events);
    }
    for (String key : keys) {
      CounterName one = wanted(counter, at, key);
      if (one != null) {
        countsFor(one, at, minute, delta, events);
      }
    }
  }

  private void countsFor(CounterName name, EventTime at, long minute, long delta, int events) {
    if (!resets.isEmpty()) {
      Resets of = resets.get(name);
      if (of != null) {
        of.counts(at, delta, events);
      }
    }
    sink.counts(name, at, minute, delta, events);
  }

  private void reset(CounterName counter, EventTime at) {
    if (known.isNew(counter, at)) {
      hold(counter, at);
      return;
    }
    foundResets.computeIfAbsent(counter, any -> new ArrayList<>()).add(at);
    reset(resets.get(counter), at);
    series.getOrDefault(counter, Map.of()).values().forEach(one -> reset(resets.get(one), at));
  }

  private static void reset(@Nullable Resets of, EventTime at) {
    if (of != null) {
      of.reset(at);
    }
  }

  /** Hands the sink the amounts that the known resets take away. To be called after all rows. */
  void resets(PageState state) {
    resets.forEach(
        (counter, of) ->
            of.takeAway(
                state.of(counter).total(), (at, away) -> sink.takesAway(counter, at, away)));
  }

  /** Takes in, once, the page's {@code until}. Drops earlier rows, which are settled. */
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
        counts(row.counter, row.at, row.minute, row.delta, row.events, row.series);
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
   * Adds rows to the room: rows that the reader took to read several slices at once, or to read
   * larger pages. The rows that were read may stay in memory.
   */
  void mayHold(int more) {
    room += more;
  }

  private void hold(CounterName counter, EventTime at) {
    last = EventTime.max(last, at);
    if (size == MOST) {
      throw held.tooMany(page, counter, last, MOST);
    }
    if (room == 0) {
      room = held.grow(AT_ONCE);
      if (room == 0) {
        throw held.exhausted(page, counter, last);
      }
    }
    size++;
    room--;
  }

  /** The known resets of the tail, by counter. To be called after all rows. */
  Map<CounterName, List<EventTime>> resets() {
    if (resets.isEmpty()) {
      return Map.of();
    }
    Map<CounterName, List<EventTime>> taken = new HashMap<>();
    resets.forEach((counter, of) -> taken.put(counter, of.taken()));
    return taken;
  }

  /** The held rows with ids, by counter. */
  Map<CounterName, List<IdRow>> ids() {
    return ids;
  }

  /** The number of rows of the tail that were read so far. */
  long rows() {
    return read;
  }
}
