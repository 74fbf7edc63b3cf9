package io.quipu.query;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.dedup.Deduplication;
import io.quipu.dedup.IdRow;
import io.quipu.dedup.IdRows;
import io.quipu.store.Checkpoint;
import io.quipu.store.EventStore;
import io.quipu.store.MemberStore;
import io.quipu.store.Partition;
import io.quipu.store.TailScan;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Reads the rows since a checkpoint, each event with an id once. */
final class Tail {
  private final EventStore events;
  private final TailScan scan;
  private final Deduplication deduplication;

  Tail(EventStore events, MemberStore members) {
    this.events = events;
    this.scan = new TailScan(events);
    this.deduplication = new Deduplication(members);
  }

  /** Receives what counts. */
  @FunctionalInterface
  interface Sink {
    void counts(EventTime at, long delta, int moreEvents);
  }

  /**
   * Hands what counts in {@code [checkpoint.until(), before)} to {@code sink}. It always begins at
   * the checkpoint: whether an id is new depends on every row since then.
   *
   * @return how many rows were read; fails with the store unavailable
   */
  CompletionStage<Long> read(
      CounterName counter, Checkpoint checkpoint, EventTime before, Sink sink) {
    IdRows ids = new IdRows();
    long[] rows = {0};
    return events
        .partitions(counter, checkpoint.until())
        .thenCompose(
            partitions ->
                scan.scan(
                    startingBefore(before, partitions),
                    checkpoint.until(),
                    before,
                    (at, delta, coalesced, id, window) -> {
                      rows[0]++;
                      mustLieIn(checkpoint.until(), before, at);
                      if (id == null) {
                        sink.counts(EventTime.of(at), delta, coalesced);
                      } else {
                        ids.add(at, delta, id, window);
                      }
                    }))
        .thenCompose(
            scanned ->
                ids.isEmpty()
                    ? CompletableFuture.completedStage(rows[0])
                    : count(counter, checkpoint, ids.all(), sink).thenApply(counted -> rows[0]));
  }

  private CompletionStage<Void> count(
      CounterName counter, Checkpoint checkpoint, List<IdRow> ids, Sink sink) {
    return deduplication
        .resolve(counter, checkpoint.epochs(), ids)
        .thenAccept(
            resolved -> {
              for (IdRow row : resolved.counted()) {
                sink.counts(EventTime.of(row.at()), row.delta(), 1);
              }
            });
  }

  private static void mustLieIn(EventTime from, EventTime before, UUID at) {
    if (at.timestamp() < from.ticks() || at.timestamp() >= before.ticks()) {
      throw new IllegalStateException(at + " is not in the tail since " + from);
    }
  }

  private static List<Partition> startingBefore(EventTime before, List<Partition> partitions) {
    return partitions.stream().filter(part -> part.start().isBefore(before)).toList();
  }
}
