package io.quipu.ingest;

import io.quipu.ingest.AppendOutcome.Refusal;
import io.quipu.metrics.IngestMeters;
import io.quipu.store.EventRow;
import io.quipu.store.EventStore;
import io.quipu.store.Partition;
import io.quipu.store.WriteOutcome;
import io.quipu.time.Clock;
import io.quipu.time.Scheduler;
import io.quipu.writer.Incarnation;
import io.quipu.writer.Lease;
import io.quipu.writer.Watermark;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One write to a partition, repeated with the same rows until it is decided: written while the
 * lease held and confirmed after that, refused before any replica saw it, or given up with its
 * outcome unknown. Confined to one context.
 */
final class PartitionWrite {
  private final Means means;
  private final Incarnation incarnation;
  private final Lease lease;
  private final Partition partition;
  private final Watermark.Minted minted;
  private final RowBatch batch;
  private final List<EventRow> rows;
  private final Consumer<WriteOutcome> decided;
  private final long sent;
  private final Backoff backoff = new Backoff();
  private boolean doubtful;

  /** What all writes of a context share. */
  record Means(
      EventStore store,
      Clock clock,
      Scheduler scheduler,
      CommitBounds bounds,
      AnnouncedPartitions announced,
      Confirmation confirmation,
      IngestMeters meters) {}

  /**
   * @param incarnation which minted
   * @param decided told once, after everybody who shares the write
   */
  PartitionWrite(
      Means means,
      Incarnation incarnation,
      Partition partition,
      Watermark.Minted minted,
      RowBatch batch,
      Consumer<WriteOutcome> decided) {
    this.means = means;
    this.incarnation = incarnation;
    this.lease = incarnation.lease();
    this.partition = partition;
    this.minted = minted;
    this.batch = batch;
    this.rows = batch.rows(minted);
    this.decided = decided;
    this.sent = means.clock.monotonicNanos();
  }

  void send() {
    CompletionStage<WriteOutcome> written = means.store.append(partition, rows);
    if (!means.announced.contains(partition)) {
      written = written.thenCombine(means.store.announce(partition), WriteOutcome::and);
    }
    written.whenComplete(
        (outcome, failure) -> returned(failure == null ? outcome : WriteOutcome.UNKNOWN));
  }

  private void sendAgain() {
    if (lease.holds()) {
      send();
    } else {
      decide(WriteOutcome.UNKNOWN);
    }
  }

  private void returned(WriteOutcome outcome) {
    switch (outcome) {
      case WRITTEN -> {
        means.announced.add(partition);
        confirm(new Backoff());
      }
      case REFUSED -> {
        // An earlier attempt may have got through, whatever became of this one.
        if (doubtful) {
          repeat();
        } else {
          decide(WriteOutcome.REFUSED);
        }
      }
      case UNKNOWN -> repeat();
    }
  }

  /** The rows are durable; what is asked now is asked after that. */
  private void confirm(Backoff pauses) {
    if (!lease.holds()) {
      decide(WriteOutcome.UNKNOWN);
      return;
    }
    CompletionStage<Boolean> live = means.confirmation.stillLive(incarnation);
    if (live == Confirmation.LIVE) {
      decide(WriteOutcome.WRITTEN);
    } else {
      live.whenComplete((answer, failure) -> confirmed(answer, failure, pauses));
    }
  }

  private void confirmed(@Nullable Boolean live, @Nullable Throwable unavailable, Backoff pauses) {
    if (unavailable == null && live != null) {
      if (!live) {
        lease.end();
      }
      decide(lease.holds() ? WriteOutcome.WRITTEN : WriteOutcome.UNKNOWN);
    } else if (mayTryAgain()) {
      means.scheduler.after(pauses.next(), () -> confirm(pauses));
    } else {
      decide(WriteOutcome.UNKNOWN);
    }
  }

  private boolean mayTryAgain() {
    return elapsed() < means.bounds.patience().toNanos() && lease.holds();
  }

  private void repeat() {
    doubtful = true;
    if (mayTryAgain()) {
      means.meters.retried();
      means.scheduler.after(backoff.next(), this::sendAgain);
    } else {
      decide(WriteOutcome.UNKNOWN);
    }
  }

  private void decide(WriteOutcome outcome) {
    minted.decide();
    switch (outcome) {
      case WRITTEN ->
          means.meters.written(batch.events(), rows.size(), Duration.ofNanos(elapsed()));
      case REFUSED -> means.meters.refused(Refusal.STORE_UNAVAILABLE, batch.events());
      case UNKNOWN -> means.meters.unknown();
    }
    batch.decide(outcome, rows);
    decided.accept(outcome);
  }

  private long elapsed() {
    return means.clock.monotonicNanos() - sent;
  }
}
