package io.quipu.engine.writer;

import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.time.Clock;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.WriterRegistry.WriterRow;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one incarnation alive: publishes the low watermark and extends the lease. Confined to one
 * context; rounds must not overlap.
 */
final class Heartbeat {
  private final WriterRegistry registry;
  private final Clock clock;
  private final Incarnation incarnation;
  private final LowWatermark lows;
  private final WriterMeters meters;
  private long seq;
  private Lease.@Nullable Sample undecided;

  Heartbeat(
      WriterRegistry registry,
      Clock clock,
      Incarnation incarnation,
      LowWatermark lows,
      WriterMeters meters) {
    this.registry = registry;
    this.clock = clock;
    this.incarnation = incarnation;
    this.lows = lows;
    this.meters = meters;
  }

  Incarnation incarnation() {
    return incarnation;
  }

  /**
   * Sends one heartbeat, if the lease holds and the outcome of the last heartbeat is known.
   * Afterwards, even if the stage fails, the lease tells whether the incarnation has ended.
   */
  CompletionStage<Void> beat() {
    return decided()
        .thenCompose(
            known ->
                known && incarnation.lease().holds()
                    ? lows.low(incarnation).thenCompose(this::send)
                    : CompletableFuture.completedStage(null));
  }

  private CompletionStage<Void> send(EventTime low) {
    Lease.Sample sent = Lease.sample(clock);
    return registry
        .heartbeat(incarnation.writer(), seq, low, incarnation.time().now())
        .thenCompose(outcome -> sent(outcome, sent));
  }

  private CompletionStage<Void> sent(CasOutcome outcome, Lease.Sample sent) {
    switch (outcome) {
      case APPLIED -> applied(sent);
      case REFUSED -> lapse();
      case UNKNOWN -> {
        meters.heartbeat(WriterMeters.HeartbeatOutcome.UNKNOWN);
        undecided = sent;
        return decided().thenApply(known -> null);
      }
    }
    return CompletableFuture.completedStage(null);
  }

  private void applied(Lease.Sample sent) {
    seq++;
    if (incarnation.lease().renew(sent)) {
      meters.heartbeat(WriterMeters.HeartbeatOutcome.APPLIED);
    } else {
      lapse();
    }
  }

  private void lapse() {
    incarnation.lease().end();
    meters.heartbeat(WriterMeters.HeartbeatOutcome.LAPSED);
  }

  /** Tells whether the outcome of the last heartbeat is known. Reads the row to find it out. */
  private CompletionStage<Boolean> decided() {
    Lease.Sample sent = undecided;
    if (sent == null) {
      return CompletableFuture.completedStage(true);
    }
    return registry
        .writerSerial(incarnation.writer())
        .handle((row, failure) -> failure == null && decide(row, sent));
  }

  private boolean decide(Optional<WriterRow> row, Lease.Sample sent) {
    undecided = null;
    if (row.isEmpty() || !row.get().live()) {
      lapse();
    } else if (row.get().seq() == seq + 1) {
      applied(sent);
    }
    return true;
  }
}
