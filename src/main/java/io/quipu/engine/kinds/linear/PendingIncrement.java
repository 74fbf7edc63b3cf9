package io.quipu.engine.kinds.linear;

import io.quipu.ops.trace.CurrentSpan;
import io.quipu.ops.trace.Span;
import java.util.concurrent.CompletableFuture;

/**
 * An increment whose caller waits. Confined to one context.
 *
 * @param number larger than the numbers of all earlier increments of the context
 * @param since when the increment came, in nanoseconds of the monotonic clock
 * @param ids number of events with an id
 * @param bytes approximate memory of the increment and its waiting request
 * @param work the span of the caller
 */
record PendingIncrement(
    Increment increment,
    long number,
    long since,
    int ids,
    long bytes,
    CompletableFuture<IncrementOutcome> answer,
    Span work) {
  /** The bytes of an increment without its events, mostly of the waiting request. */
  private static final long INCREMENT_BYTES = 1_000;

  /** The bytes of an event without the text of its id. */
  private static final long EVENT_BYTES = 150;

  static PendingIncrement of(Increment increment, long number, long now) {
    int ids = 0;
    long bytes = INCREMENT_BYTES + increment.events().size() * EVENT_BYTES;
    for (BoundedEvent one : increment.events()) {
      String id = one.event().id();
      ids += id == null ? 0 : 1;
      bytes += id == null ? 0 : id.length();
    }
    return new PendingIncrement(
        increment, number, now, ids, bytes, new CompletableFuture<>(), CurrentSpan.get());
  }

  int events() {
    return increment.size();
  }
}
