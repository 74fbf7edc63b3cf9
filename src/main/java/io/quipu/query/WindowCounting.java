package io.quipu.query;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.counter.RunningTally;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import io.quipu.counter.WindowCount;
import io.quipu.query.QueryAddresses.Range;
import io.quipu.store.Checkpoint;
import io.quipu.store.CheckpointStore;
import io.quipu.store.CheckpointStore.WindowSlice;
import io.quipu.store.EventStore;
import io.quipu.store.MemberStore;
import io.quipu.store.RowShare;
import io.quipu.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Counts by window: the settled windows and the tail since the checkpoint they belong to. Confined
 * to one context.
 *
 * <p>Invariant: a window is said to be settled only if it ends at or before the checkpoint's {@code
 * until}. That the horizon has passed it is not enough: an event that nobody acknowledged may still
 * appear below the horizon, and be taken in by the next step; and with an id it may take the place
 * of one that was acknowledged in another window.
 */
final class WindowCounting {
  private final CheckpointStore checkpoints;
  private final Tail tail;
  private final TailRows rows;
  private final ReadDeadline deadline;
  private final Consumer<CounterName> ended;

  /**
   * @param rows for windows, and what is held of a tail
   * @param collectionWait of the collectors: a read that takes half of it fails
   * @param ended told of settled counters with a window that the horizon has passed, and the
   *     checkpoint has not: nobody else may have a reason to move it
   */
  WindowCounting(
      CheckpointStore checkpoints,
      EventStore events,
      MemberStore members,
      TailRows rows,
      Clock clock,
      Duration collectionWait,
      Consumer<CounterName> ended) {
    this.checkpoints = checkpoints;
    this.tail = new Tail(events, members, rows);
    this.rows = rows;
    this.deadline = new ReadDeadline(clock, collectionWait);
    this.ended = ended;
  }

  /**
   * Every window of the range, the empty ones too.
   *
   * @param horizon announced before this call
   */
  CompletionStage<List<WindowCount>> count(Range range, EventTime horizon) {
    return rows.begin(windowsOf(range))
        .thenCompose(
            held -> count(range, horizon, held).whenComplete((counts, failure) -> held.close()));
  }

  private static int windowsOf(Range range) {
    long seconds = range.last().startSecond() - range.first().startSecond();
    return Math.toIntExact(seconds / range.granularity().seconds() + 1);
  }

  private CompletionStage<List<WindowCount>> count(
      Range range, EventTime horizon, RowShare.Held held) {
    long started = deadline.start();
    return checkpoints
        .windowSlice(range.counter(), range.granularity(), range.first(), range.last())
        .thenCompose(settled -> withTail(range, settled, horizon, held, started));
  }

  private CompletionStage<List<WindowCount>> withTail(
      Range range, WindowSlice settled, EventTime horizon, RowShare.Held held, long started) {
    EventTime start = range.first().start();
    Map<Window, RunningTally> since = new HashMap<>();
    return tail.read(
            range.counter(),
            settled.checkpoint(),
            range.last().end(),
            held,
            (at, delta, coalesced) -> {
              if (!at.isBefore(start)) {
                since
                    .computeIfAbsent(range.granularity().windowOf(at), window -> new RunningTally())
                    .add(delta, coalesced);
              }
            })
        .thenApply(
            rows -> {
              deadline.check(started);
              tellIfEnded(range, settled.checkpoint(), horizon);
              return merge(range, settled.windows(), since, settled.checkpoint().until());
            });
  }

  /** Not of a counter without a checkpoint: to ask for one must not make one. */
  private void tellIfEnded(Range range, Checkpoint checkpoint, EventTime horizon) {
    if (checkpoint.isFirst()) {
      return;
    }
    EventTime open = EventTime.max(checkpoint.until(), range.first().start());
    EventTime end = range.granularity().windowOf(open).end();
    if (!end.isAfter(horizon) && !end.isAfter(range.last().end())) {
      ended.accept(range.counter());
    }
  }

  private static List<WindowCount> merge(
      Range range, Map<Window, Tally> settled, Map<Window, RunningTally> tail, EventTime until) {
    List<WindowCount> windows = new ArrayList<>();
    Window last = range.last();
    for (Window window = range.first();
        window.startSecond() <= last.startSecond();
        window = window.next()) {
      Tally tally = settled.getOrDefault(window, Tally.ZERO);
      RunningTally more = tail.get(window);
      windows.add(
          new WindowCount(
              window,
              more == null ? tally : tally.plus(more.tally()),
              !window.end().isAfter(until)));
    }
    return windows;
  }
}
