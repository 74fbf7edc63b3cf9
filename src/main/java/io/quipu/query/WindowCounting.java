package io.quipu.query;

import io.quipu.counter.EventTime;
import io.quipu.counter.RunningTally;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import io.quipu.counter.WindowCount;
import io.quipu.query.Queries.Range;
import io.quipu.store.CheckpointStore;
import io.quipu.store.CheckpointStore.WindowSlice;
import io.quipu.store.EventStore;
import io.quipu.store.TailScan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Counts by window: the settled windows and the tail since the checkpoint they belong to. */
final class WindowCounting {
  private final CheckpointStore checkpoints;
  private final EventStore events;
  private final TailScan tails;

  WindowCounting(CheckpointStore checkpoints, EventStore events) {
    this.checkpoints = checkpoints;
    this.events = events;
    this.tails = new TailScan(events);
  }

  /**
   * Every window of the range, the empty ones too.
   *
   * @param horizon announced before this call: a window that ends there is final, even where no
   *     checkpoint has had a reason to get so far
   */
  CompletionStage<List<WindowCount>> count(Range range, EventTime horizon) {
    return checkpoints
        .windowSlice(range.counter(), range.granularity(), range.first(), range.last())
        .thenCompose(settled -> withTail(range, settled, horizon));
  }

  private CompletionStage<List<WindowCount>> withTail(
      Range range, WindowSlice settled, EventTime horizon) {
    EventTime until = settled.checkpoint().until();
    EventTime from = EventTime.max(until, range.first().start());
    EventTime before = range.last().end();
    Map<Window, RunningTally> tail = new HashMap<>();
    EventTime last = EventTime.max(until, horizon);
    return events
        .partitions(range.counter(), from)
        .thenApply(
            partitions ->
                partitions.stream().filter(part -> part.start().isBefore(before)).toList())
        .thenCompose(
            partitions ->
                tails.scan(
                    partitions,
                    from,
                    before,
                    (at, delta, coalesced, id, remembered) ->
                        tail.computeIfAbsent(
                                range.granularity().windowOf(EventTime.of(at)),
                                window -> new RunningTally())
                            .add(delta, coalesced)))
        .thenApply(scanned -> merge(range, settled.windows(), tail, last));
  }

  private static List<WindowCount> merge(
      Range range,
      Map<Window, Tally> settled,
      Map<Window, RunningTally> tail,
      EventTime finalUntil) {
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
              !window.end().isAfter(finalUntil)));
    }
    return windows;
  }
}
