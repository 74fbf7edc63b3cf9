package io.quipu.engine.ingest;

import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.EventLog.CounterRows;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.RetryPolicy;
import io.quipu.engine.writer.Confirmation;
import io.quipu.engine.writer.Incarnation;
import io.quipu.engine.writer.Watermark;
import io.quipu.ops.trace.CurrentSpan;
import java.time.Duration;
import java.util.List;

/**
 * One write to a partition. The rows of a write, of one or several counters, have one common
 * outcome. The rows are acknowledged under three conditions, in this order. First, the rows and
 * this lane's announcement of the partition and its hour are durable. Then the lease holds. Last,
 * the confirmation, if one is configured, is given, and the lease still holds. The rows are refused
 * only if no replica can have seen them. Otherwise the rows and the announcement are sent again
 * until they are durable, or until the patience or the lease has ended. Confined to one context.
 */
final class PartitionWrite {
  private final Dependencies shared;
  private final Incarnation incarnation;
  private final PartitionQueue queue;
  private final AnnouncedPartition partition;
  private final Watermark.Minted minted;
  private final WrittenRows batch;
  private final Listener listener;
  private List<CounterRows> rows = List.of();
  private long begun;
  private int pauses;
  private int awaited;
  private boolean written;
  private boolean doubtful;
  private boolean durable;
  private boolean decided;

  /** The log, clocks and listeners that all writes of a context share. */
  record Dependencies(
      EventLog log,
      Clock clock,
      RetryPolicy retry,
      Confirmation confirmation,
      IngestMeters meters,
      IngestHints hints) {}

  /** Receives the progress of writes. */
  interface Listener {
    /** Lets the next write begin: rows and announcement are durable, or the write is decided. */
    void ended(PartitionQueue queue);

    /** Notes that the write is decided: its outcome is final, and its appends have been told. */
    void decided(PartitionQueue queue);

    /** Fails the callers of a write after a defect. The outcome of the rows is unknown. */
    void failed(PartitionQueue queue, WrittenRows batch, RuntimeException defect);
  }

  /**
   * @param incarnation the incarnation that minted the timeuuids
   */
  PartitionWrite(
      Dependencies shared,
      Incarnation incarnation,
      PartitionQueue queue,
      Watermark.Minted minted,
      WrittenRows batch,
      Listener listener) {
    this.shared = shared;
    this.incarnation = incarnation;
    this.queue = queue;
    this.partition = queue.partition(minted.first());
    this.minted = minted;
    this.batch = batch;
    this.listener = listener;
  }

  /** Begins the write in the span of its callers. The current span may belong to another write. */
  void begin() {
    if (CurrentSpan.isUsed()) {
      CurrentSpan.run(batch.work(), this::beginNow);
    } else {
      beginNow();
    }
  }

  private void beginNow() {
    attempt(
        () -> {
          begun = shared.clock.monotonicNanos();
          rows = batch.rows(minted, partition.partition());
          send();
        });
    partition.announceNext(minted.first());
  }

  /** Runs a task of this write. A defect that the task throws ends only this write. */
  private void attempt(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException defect) {
      fail(defect);
    }
  }

  /** Sends the rows and the announcement, unless they are durable already. */
  private void send() {
    boolean announced = partition.isAnnounced();
    // The first 1 is this call. Nothing is sent if the rows are durable and the partition was
    // announced meanwhile, by a late answer or another write. Then only this call goes on.
    awaited = 1 + (written ? 0 : 1) + (announced ? 0 : 1);
    if (!written) {
      shared
          .log
          .append(partition.partition(), rows)
          .whenComplete(
              (outcome, failure) -> rowsSent(failure == null ? outcome : WriteOutcome.UNKNOWN));
    }
    if (!announced && !decided) {
      partition.announce().whenComplete((outcome, failure) -> returned());
    }
    returned();
  }

  private void rowsSent(WriteOutcome outcome) {
    written = outcome == WriteOutcome.WRITTEN;
    doubtful |= outcome == WriteOutcome.UNKNOWN;
    // A refusal decides the write only if no earlier attempt can have reached a replica.
    if (outcome == WriteOutcome.REFUSED && !doubtful && !decided) {
      decide(WriteOutcome.REFUSED);
    } else {
      returned();
    }
  }

  private void returned() {
    awaited--;
    if (awaited > 0 || decided) {
      return;
    }
    if (written && partition.isAnnounced()) {
      durable = true;
      confirm();
      listener.ended(queue);
    } else {
      again(this::sendAgain);
    }
  }

  private void again(Runnable step) {
    if (!shared.retry.isOver(begun) && incarnation.lease().holds()) {
      shared.retry.pause(pauses++, step);
    } else {
      decide(WriteOutcome.UNKNOWN);
    }
  }

  private void sendAgain() {
    if (incarnation.lease().holds()) {
      shared.meters.retries.increment();
      if (CurrentSpan.isUsed()) {
        CurrentSpan.run(batch.work(), () -> attempt(this::send));
      } else {
        attempt(this::send);
      }
    } else {
      decide(WriteOutcome.UNKNOWN);
    }
  }

  /** Asks for the right to acknowledge. Called after rows and announcement are durable. */
  private void confirm() {
    shared.confirmation.ask(incarnation, this::confirmed);
  }

  private void confirmed(Confirmation.Right right) {
    switch (right) {
      case HELD -> decide(WriteOutcome.WRITTEN);
      case LOST -> decide(WriteOutcome.UNKNOWN);
      case UNKNOWN -> again(this::confirm);
    }
  }

  private void decide(WriteOutcome outcome) {
    decided = true;
    switch (outcome) {
      case WRITTEN -> shared.meters.written(batch, Duration.ofNanos(elapsed()));
      case REFUSED -> shared.meters.refused(Refusal.STORE_UNAVAILABLE, batch.events());
      case UNKNOWN -> shared.meters.unknown.increment();
    }
    batch.decide(outcome);
    if (outcome == WriteOutcome.WRITTEN && batch.events() > 0) {
      batch.counters().forEach(shared.hints::counted);
    } else if (outcome != WriteOutcome.REFUSED) {
      batch.counters().forEach(shared.hints::touched);
    }
    end();
  }

  private void fail(RuntimeException defect) {
    if (!decided) {
      decided = true;
      listener.failed(queue, batch, defect);
      end();
    }
  }

  /** Lets the watermark pass the rows, because the outcome of this write is final. */
  private void end() {
    minted.decide();
    listener.decided(queue);
    if (!durable) {
      listener.ended(queue);
    }
  }

  private long elapsed() {
    return shared.clock.monotonicNanos() - begun;
  }
}
