package io.quipu.engine.ingest;

import io.quipu.engine.kind.RecordOutcome.Refusal;
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
 * One write to a partition. Its rows, of one or several counters, have one common outcome. The rows
 * are acknowledged when the rows and this lane's announcement of their partition and hour are
 * durable. After that, the lease must still hold, and the confirmation, if configured, must be
 * given. The rows are refused only if no replica can have seen them. Rows and announcement are sent
 * again until they are durable, or until the patience or the lease is over. Confined to one
 * context.
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

  /** The listener to the end of a write. */
  interface Listener {
    /** Frees the partition for the next write: all is durable, or the write was given up. */
    void ended(PartitionQueue queue);

    /** Ends the write: its callers are answered, and nothing of it is acknowledged later. */
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

  /** Begins the write in its callers' span, even if the end of another write starts it. */
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

  /** Runs a step. A defect ends this write, and no other write. */
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
    // The first 1 is this call: a late answer to an announcement may leave nothing to send.
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
    // A refusal decides only if no earlier attempt can have reached a replica.
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

  /** Asks for the right to acknowledge, after all is durable. */
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
      case WRITTEN ->
          shared.meters.written(batch.events(), batch.rows(), Duration.ofNanos(elapsed()));
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

  /** Lets the watermark pass: nothing of this write will be acknowledged any more. */
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
