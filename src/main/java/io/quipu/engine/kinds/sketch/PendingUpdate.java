package io.quipu.engine.kinds.sketch;

import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kinds.sketch.state.SketchValue;
import io.quipu.ops.trace.CurrentSpan;
import io.quipu.ops.trace.Span;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The values of an update for one state, whose caller waits. Confined to one context.
 *
 * @param since when the update came, in nanoseconds of the monotonic clock
 * @param bytes approximate memory of the values and the waiting request
 * @param counted the number of events in metrics and in the bound of the queue; 0 if they count
 *     with another state already
 * @param alone whether the update has no other states
 * @param work the span of the caller
 */
record PendingUpdate(
    List<SketchValue> values,
    long since,
    long bytes,
    int counted,
    boolean alone,
    CompletableFuture<RecordOutcome> answer,
    Span work) {
  /** The bytes of an update without its values, mostly of the waiting request. */
  private static final long UPDATE_BYTES = 1_000;

  /** The bytes of an update for a further state. The values are shared. */
  private static final long FURTHER_BYTES = 250;

  /** The values of an update for the state of all events. */
  static PendingUpdate of(SketchUpdate update, long now) {
    long bytes = UPDATE_BYTES;
    for (SketchValue value : update.values()) {
      bytes += value.bytes();
    }
    return new PendingUpdate(
        update.values(),
        now,
        bytes,
        update.size(),
        update.isAlone(),
        new CompletableFuture<>(),
        CurrentSpan.get());
  }

  /**
   * An update of a derived state.
   *
   * @param some those of the values that the state takes
   */
  PendingUpdate derived(List<SketchValue> some) {
    return new PendingUpdate(some, since, FURTHER_BYTES, 0, false, new CompletableFuture<>(), work);
  }

  /** The bytes of this update and those of its derived states. */
  long bytesWith(int derived) {
    return bytes + derived * FURTHER_BYTES;
  }

  int events() {
    return values.size();
  }
}
