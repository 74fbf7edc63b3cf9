package io.quipu.query;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.counter.Granularity;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import io.quipu.store.Checkpoint;
import io.quipu.store.CheckpointStore;
import io.quipu.store.EventStore;
import io.quipu.store.MemberStore;
import io.quipu.store.Partition;
import io.quipu.time.AtMost;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;

/**
 * Counts the retained rows of one counter again, day by day. Confined to one context; used once.
 */
final class Recount {
  /** Rows that are held at once: those with ids are decided in one go, on the event loop. */
  private static final int ROWS_AT_ONCE = 20_000;

  private static final int PARTITIONS_PER_SPAN = 16;

  private final Stores stores;
  private final CounterName counter;
  private final Checkpoint checkpoint;
  private final EventTime from;
  private final EventTime until;
  private final boolean complete;
  private final IdHistory history;
  private Checkpoint settledAt = Checkpoint.NONE;
  private Tally storedMinutes = Tally.ZERO;
  private Tally rows = Tally.ZERO;
  private Tally comparedStored = Tally.ZERO;
  private Tally comparedRows = Tally.ZERO;
  private BigInteger drift = BigInteger.ZERO;
  private boolean openIsUnknown;
  private long checked;

  /** Where everything is. */
  record Stores(CheckpointStore checkpoints, EventStore events, MemberStore members) {}

  Recount(Stores stores, CounterName counter, Checkpoint checkpoint) {
    this.stores = stores;
    this.counter = counter;
    this.checkpoint = checkpoint;
    this.from = checkpoint.collected();
    this.until = checkpoint.until();
    this.complete = from.equals(EventTime.MIN);
    this.history = new IdHistory(stores.members, counter, checkpoint, CountedIds.MOST);
  }

  /** Fails with the store unavailable. */
  CompletionStage<RecountReport> run() {
    Window first = Granularity.DAY.windowOf(EventTime.ofEpochSecond(0));
    Window last = Granularity.DAY.windowOf(until);
    return stores
        .checkpoints
        .windowSlice(counter, Granularity.DAY, first, last)
        .thenCombine(
            stores.events.partitions(counter, from),
            (settled, partitions) -> {
              settledAt = settled.checkpoint();
              return days(settled.windows(), partitions);
            })
        .thenCompose(days -> AtMost.atOnce(1, days.values(), this::day))
        .thenApply(done -> report());
  }

  /** Every day from the first that has rows or a settled window, with its partitions. */
  private SortedMap<Long, Day> days(Map<Window, Tally> settled, List<Partition> partitions) {
    SortedMap<Long, Day> days = new TreeMap<>();
    settled.forEach((window, tally) -> dayOf(days, window).settled.put(window, tally));
    for (Partition partition : partitions) {
      if (partition.start().isBefore(until)) {
        dayOf(days, Granularity.DAY.windowOf(partition.start())).partitions.add(partition);
      }
    }
    // A day without a window of its own has no hours and minutes either; that, too, is checked.
    if (!days.isEmpty()) {
      Window day = new Window(Granularity.DAY, days.firstKey());
      for (; day.start().isBefore(until); day = day.next()) {
        dayOf(days, day);
      }
    }
    return days;
  }

  private static Day dayOf(Map<Long, Day> days, Window window) {
    return days.computeIfAbsent(
        window.startSecond(), start -> new Day(window, new HashMap<>(), new ArrayList<>()));
  }

  private CompletionStage<Void> day(Day day) {
    DayRecount recount = new DayRecount(day.window, from, until);
    recount.stored(Granularity.DAY, day.settled, settledAt);
    return stored(day.window, Granularity.HOUR, recount)
        .thenCompose(hours -> stored(day.window, Granularity.MINUTE, recount))
        .thenCompose(minutes -> AtMost.atOnce(1, spans(day), span -> scan(span, recount)))
        .thenAccept(scanned -> add(recount));
  }

  private CompletionStage<Void> stored(Window day, Granularity granularity, DayRecount recount) {
    Window first = granularity.windowOf(day.start());
    Window last = granularity.windowOf(new EventTime(day.end().ticks() - 1));
    return stores
        .checkpoints
        .windowSlice(counter, granularity, first, last)
        .thenAccept(slice -> recount.stored(granularity, slice.windows(), slice.checkpoint()));
  }

  /** Some partitions at a time, whole buckets each. */
  private static List<List<Partition>> spans(Day day) {
    List<List<Partition>> spans = new ArrayList<>();
    int start = 0;
    while (start < day.partitions.size()) {
      int end = Math.min(day.partitions.size(), start + PARTITIONS_PER_SPAN);
      while (end < day.partitions.size()
          && day.partitions.get(end).bucket() == day.partitions.get(end - 1).bucket()) {
        end++;
      }
      spans.add(day.partitions.subList(start, end));
      start = end;
    }
    return spans;
  }

  private CompletionStage<Void> scan(List<Partition> span, DayRecount recount) {
    EventTime start = EventTime.max(from, span.get(0).start());
    EventTime end = EventTime.min(until, span.get(span.size() - 1).end());
    return RowSpan.inOrder(
        stores.events, span, start, end, ROWS_AT_ONCE, found -> take(found, recount));
  }

  private CompletionStage<Void> take(RowSpan span, DayRecount recount) {
    span.minutes()
        .forEach((start, tally) -> recount.add(EventTime.ofEpochSecond(start), tally.tally()));
    return history.decide(span.ids(), recount);
  }

  private void add(DayRecount day) {
    day.check();
    drift = drift.add(day.drift());
    checked += day.checked();
    rows = rows.plus(day.rows());
    comparedStored = comparedStored.plus(day.comparedStored());
    comparedRows = comparedRows.plus(day.comparedRows());
    storedMinutes = storedMinutes.plus(day.storedMinutes());
    if (day.isOpen()) {
      storedMinutes = storedMinutes.plus(day.openRows());
      openIsUnknown = day.openIsUnknown();
    }
  }

  private RecountReport report() {
    Tally total = checkpoint.total();
    if (!openIsUnknown) {
      drift = drift.add(DayRecount.difference(total, storedMinutes));
    }
    if (complete) {
      drift = drift.add(DayRecount.difference(total, rows));
    }
    return complete
        ? new RecountReport(total.count(), rows.count(), checked, true, drift)
        : new RecountReport(comparedStored.count(), comparedRows.count(), checked, false, drift);
  }

  /**
   * @param settled the window of the day, if it has one
   * @param partitions in order
   */
  private record Day(Window window, Map<Window, Tally> settled, List<Partition> partitions) {}
}
