package io.quipu.query;

import io.quipu.counter.EventTime;
import io.quipu.counter.RunningTally;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import io.quipu.counter.WindowCount;
import io.quipu.query.QueryAddresses.Range;
import io.quipu.store.CheckpointStore;
import io.quipu.store.CheckpointStore.WindowSlice;
import io.quipu.store.EventStore;
import io.quipu.store.MemberStore;
import io.quipu.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Counts by window: the settled windows and the tail since the checkpoint they belong to. */
public final class WindowCounting {
  private final CheckpointStore checkpoints;
  private final Tail tail;
  private final ReadDeadline deadline;

  /**
   * @param collectionWait of the collectors: a read that takes half of it fails
   */
  public WindowCounting(
      CheckpointStore checkpoints,
      EventStore events,
      MemberStore members,
      Clock clock,
      Duration collectionWait) {
    this.checkpoints = checkpoints;
    this.tail = new Tail(events, members);
    this.deadline = new ReadDeadline(clock, collectionWait);
  }

  /**
   * Every window of the range, the empty ones too.
   *
   * @param horizon announced before this call: a window that ends there is final, even where no
   *     checkpoint has had a reason to get so far
   */
  public CompletionStage<List<WindowCount>> count(Range range, EventTime horizon) {
    long started = deadline.start();
    return checkpoints
        .windowSlice(range.counter(), range.granularity(), range.first(), range.last())
        .thenCompose(settled -> withTail(range, settled, horizon, started));
  }

  private CompletionStage<List<WindowCount>> withTail(
      Range range, WindowSlice settled, EventTime horizon, long started) {
    EventTime start = range.first().start();
    Map<Window, RunningTally> since = new HashMap<>();
    EventTime last = EventTime.max(settled.checkpoint().until(), horizon);
    return tail.read(
            range.counter(),
            settled.checkpoint(),
            range.last().end(),
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
              return merge(range, settled.windows(), since, last);
            });
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
