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
import io.quipu.store.RowShare;
import io.quipu.store.TailScan;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Reads the rows since a checkpoint, each event with an id once. Those without an id are added up
 * as they stream past; the others are held, as long as the process may hold more.
 */
final class Tail {
  private final EventStore events;
  private final TailScan scan;
  private final Deduplication deduplication;
  private final TailRows rows;

  Tail(EventStore events, MemberStore members, TailRows rows) {
    this.events = events;
    this.scan = new TailScan(events);
    this.deduplication = new Deduplication(members);
    this.rows = rows;
  }

  /** Receives what counts. */
  @FunctionalInterface
  interface Sink {
    void counts(EventTime at, long delta, int moreEvents);
  }

  /**
   * Hands what counts in {@code [checkpoint.until(), before)} to {@code sink}. It always begins at
   * the checkpoint: whether an id is new depends on every row since then. A tail of no partitions
   * waits for nobody.
   *
   * @return how many rows were read; fails with the store unavailable
   */
  CompletionStage<Long> read(
      CounterName counter, Checkpoint checkpoint, EventTime before, Sink sink) {
    return partitions(counter, checkpoint, before)
        .thenCompose(
            due ->
                due.isEmpty()
                    ? CompletableFuture.completedStage(0L)
                    : rows.begin(0)
                        .thenCompose(
                            held ->
                                read(counter, checkpoint, before, due, held, sink)
                                    .whenComplete((read, failure) -> held.close())));
  }

  /** The same with rows that the caller has taken, a page at least, and gives back. */
  CompletionStage<Long> read(
      CounterName counter, Checkpoint checkpoint, EventTime before, RowShare.Held held, Sink sink) {
    return partitions(counter, checkpoint, before)
        .thenCompose(due -> read(counter, checkpoint, before, due, held, sink));
  }

  private CompletionStage<List<Partition>> partitions(
      CounterName counter, Checkpoint checkpoint, EventTime before) {
    return events
        .partitions(counter, checkpoint.until())
        .thenApply(all -> all.stream().filter(part -> part.start().isBefore(before)).toList());
  }

  private CompletionStage<Long> read(
      CounterName counter,
      Checkpoint checkpoint,
      EventTime before,
      List<Partition> due,
      RowShare.Held held,
      Sink sink) {
    long[] read = {0};
    int atOnce = atOnce(due.size(), held);
    IdRows ids = new IdRows(held);
    return scan.scan(
            due,
            checkpoint.until(),
            before,
            atOnce,
            (at, delta, coalesced, id, window) -> {
              read[0]++;
              mustLieIn(checkpoint.until(), before, at);
              if (id == null) {
                sink.counts(EventTime.of(at), delta, coalesced);
              } else {
                ids.add(at, delta, id, window);
              }
            })
        .thenCompose(
            scanned ->
                ids.isEmpty()
                    ? CompletableFuture.completedStage(read[0])
                    : count(counter, checkpoint, ids.all(), sink).thenApply(counted -> read[0]))
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                rows.failed(counter, failure);
              }
            });
  }

  /** A page is there; each more partition at once takes another. */
  private static int atOnce(int partitions, RowShare.Held held) {
    int more = Math.min(partitions, TailScan.PARTITIONS_AT_ONCE) - 1;
    return more <= 0 ? 1 : 1 + held.grow(more * EventStore.PAGE_ROWS) / EventStore.PAGE_ROWS;
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
}
