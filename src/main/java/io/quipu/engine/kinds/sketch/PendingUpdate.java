package io.quipu.engine.kinds.sketch;

import io.quipu.engine.kind.RecordOutcome;
import io.quipu.ops.trace.CurrentSpan;
import io.quipu.ops.trace.Span;
import java.util.concurrent.CompletableFuture;

/**
 * An update whose caller waits. Confined to one context.
 *
 * @param since when the update came, in nanoseconds of the monotonic clock
 * @param bytes approximate memory of the update and its waiting request
 * @param work the span of the caller
 */
record PendingUpdate(
    SketchUpdate update,
    long since,
    long bytes,
    CompletableFuture<RecordOutcome> answer,
    Span work) {
  /** The bytes of an update without its values, mostly of the waiting request. */
  private static final long UPDATE_BYTES = 1_000;

  static PendingUpdate of(SketchUpdate update, long now) {
    long bytes = UPDATE_BYTES;
    for (SketchValue value : update.values()) {
      bytes += value.bytes();
    }
    return new PendingUpdate(update, now, bytes, new CompletableFuture<>(), CurrentSpan.get());
  }

  int events() {
    return update.size();
  }
}
