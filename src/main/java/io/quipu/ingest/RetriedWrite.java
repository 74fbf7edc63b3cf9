package io.quipu.ingest;

import io.quipu.store.WriteOutcome;
import io.quipu.writer.Lease;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * An idempotent request that is repeated until it is decided: written, refused before any replica
 * saw it, or given up with its outcome unknown because patience or lease are over. Confined to one
 * context.
 */
final class RetriedWrite {
  private final PartitionWrite.Dependencies shared;
  private final Lease lease;
  private final Supplier<CompletionStage<WriteOutcome>> request;
  private final Consumer<WriteOutcome> decided;
  private final long started;
  private int repetitions;
  private boolean doubtful;
  private boolean over;

  /**
   * @param refusable whether a refusal decides it, or is worth another try
   * @param decided told once, unless it was stopped
   */
  RetriedWrite(
      PartitionWrite.Dependencies shared,
      Lease lease,
      boolean refusable,
      Supplier<CompletionStage<WriteOutcome>> request,
      Consumer<WriteOutcome> decided) {
    this.shared = shared;
    this.lease = lease;
    this.request = request;
    this.decided = decided;
    this.started = shared.clock().monotonicNanos();
    this.doubtful = !refusable;
  }

  void send() {
    request
        .get()
        .whenComplete(
            (outcome, failure) -> returned(failure == null ? outcome : WriteOutcome.UNKNOWN));
  }

  /** Nobody wants to know any more; what is under way may still take effect. */
  void stop() {
    over = true;
  }

  private void returned(WriteOutcome outcome) {
    // An earlier attempt may have got through, whatever became of this one.
    if (outcome == WriteOutcome.WRITTEN || (outcome == WriteOutcome.REFUSED && !doubtful)) {
      decide(outcome);
    } else {
      repeat();
    }
  }

  private void repeat() {
    doubtful = true;
    if (over || !mayTryAgain()) {
      decide(WriteOutcome.UNKNOWN);
    } else {
      shared.meters().retried();
      shared.scheduler().after(Backoff.pause(repetitions++), this::sendAgain);
    }
  }

  private void sendAgain() {
    if (!over && lease.holds()) {
      send();
    } else {
      decide(WriteOutcome.UNKNOWN);
    }
  }

  private boolean mayTryAgain() {
    long elapsed = shared.clock().monotonicNanos() - started;
    return elapsed < shared.bounds().patience().toNanos() && lease.holds();
  }

  private void decide(WriteOutcome outcome) {
    if (!over) {
      over = true;
      decided.accept(outcome);
    }
  }
}
