package io.quipu.query;

import io.quipu.counter.EventTime;
import io.quipu.counter.Granularity;
import io.quipu.counter.RunningTally;
import io.quipu.dedup.IdRow;
import io.quipu.store.EventStore;
import io.quipu.store.Partition;
import io.quipu.store.StoreUnavailable;
import io.quipu.time.AtMost;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a span of event time that is short enough to be held: those without an id summed up
 * by minute, the others one by one. Confined to one context.
 */
final class RowSpan implements EventStore.RowSink {
  private static final int PARTITIONS_AT_ONCE = 8;

  private final int most;
  private final Map<Long, RunningTally> minutes = new HashMap<>();
  private final List<IdRow> ids = new ArrayList<>();
  private boolean full;

  private RowSpan(int most) {
    this.most = most;
  }

  /**
   * Reads {@code [from, before)} in spans, in order, each handed to {@code next} when the one
   * before is done with. A span with too many rows is read again in two halves.
   *
   * @param partitions that hold the rows
   * @param most rows of one partition, and rows with ids, of one span
   */
  static CompletionStage<Void> inOrder(
      EventStore events,
      List<Partition> partitions,
      EventTime from,
      EventTime before,
      int most,
      Function<RowSpan, CompletionStage<Void>> next) {
    List<Partition> within =
        partitions.stream()
            .filter(part -> part.start().isBefore(before) && part.end().isAfter(from))
            .toList();
    RowSpan span = new RowSpan(most);
    return AtMost.atOnce(PARTITIONS_AT_ONCE, within, part -> span.read(events, part, from, before))
        .thenCompose(
            read -> {
              if (!span.full) {
                return next.apply(span);
              }
              EventTime middle = new EventTime((from.ticks() + before.ticks()) >>> 1);
              if (!middle.isAfter(from)) {
                throw new StoreUnavailable("more rows in one tick than can be held", null);
              }
              return inOrder(events, within, from, middle, most, next)
                  .thenCompose(half -> inOrder(events, within, middle, before, most, next));
            });
  }

  private CompletionStage<Void> read(
      EventStore events, Partition partition, EventTime from, EventTime before) {
    int[] rows = {0};
    return events.slice(
        partition,
        from,
        before,
        most + 1,
        (at, delta, coalesced, id, window) -> {
          rows[0]++;
          full |= rows[0] > most;
          row(at, delta, coalesced, id, window);
        });
  }

  @Override
  public void row(UUID at, long delta, int coalesced, @Nullable String id, int window) {
    if (id == null) {
      minutes
          .computeIfAbsent(minuteOf(EventTime.of(at)), minute -> new RunningTally())
          .add(delta, coalesced);
    } else if (ids.size() < most) {
      ids.add(new IdRow(at, delta, id, window));
    } else {
      full = true;
    }
  }

  /** The start of the minute that holds {@code at}, in seconds of Unix time. */
  static long minuteOf(EventTime at) {
    return Granularity.MINUTE.windowOf(at).startSecond();
  }

  /** By the start of the minute. */
  Map<Long, RunningTally> minutes() {
    return minutes;
  }

  List<IdRow> ids() {
    return ids;
  }
}
