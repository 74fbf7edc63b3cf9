package io.quipu.service.bus;

import io.quipu.ops.trace.Span;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A request that was sent and not answered yet. It travels to the handler and back with its
 * outcome; the promise is its sender's alone.
 *
 * @param <Q> the request
 * @param <R> the reply
 */
final class PendingRequest<Q, R> {
  private static final Logger log = LoggerFactory.getLogger(PendingRequest.class);

  private final Q request;
  private final long deadlineNanos;
  private final Span span;
  private final Promise<R> promise = Promise.promise();

  /**
   * The requests of one turn of the event loop, which travel as one message.
   *
   * @param replyTo where their outcomes go
   */
  record Batch<Q, R>(String replyTo, List<PendingRequest<Q, R>> requests) {}

  /**
   * @param span of which answering it is a part
   */
  PendingRequest(Q request, long deadlineNanos, Span span) {
    this.request = request;
    this.deadlineNanos = deadlineNanos;
    this.span = span;
  }

  Q request() {
    return request;
  }

  Span span() {
    return span;
  }

  long deadlineNanos() {
    return deadlineNanos;
  }

  Future<R> future() {
    return promise.future();
  }

  boolean isAnswered() {
    return promise.future().isComplete();
  }

  /** The first answer counts: one that comes after the deadline finds it failed. Never throws. */
  void answer(@Nullable R reply, @Nullable Throwable failure) {
    try {
      if (failure == null) {
        promise.tryComplete(reply);
      } else {
        promise.tryFail(failure);
      }
    } catch (RuntimeException defect) {
      // of whoever was told; others came with the same message
      log.error("Defect while handling a reply", defect);
    }
  }
}
