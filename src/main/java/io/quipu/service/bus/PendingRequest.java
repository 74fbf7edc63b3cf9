package io.quipu.service.bus;

import io.quipu.ops.trace.Span;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A request of {@link BatchedRequests}, with a promise of its outcome. The object itself is sent to
 * the handler, and back with the outcome. Only the sender uses the promise.
 *
 * @param <Q> the type of the request
 * @param <R> the type of the reply
 */
final class PendingRequest<Q, R> {
  private static final Logger log = LoggerFactory.getLogger(PendingRequest.class);

  private final Q request;
  private final long deadlineNanos;
  private final Span span;
  private final Promise<R> promise = Promise.promise();

  /**
   * The message with the requests of one turn of the event loop.
   *
   * @param replyTo the address to which the outcomes are sent
   */
  record Batch<Q, R>(String replyTo, List<PendingRequest<Q, R>> requests) {}

  /**
   * @param span the trace span in which the handler runs
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

  /** Completes the future, unless an answer or timeout has done so before. Never throws. */
  void answer(@Nullable R reply, @Nullable Throwable failure) {
    try {
      if (failure == null) {
        promise.tryComplete(reply);
      } else {
        promise.tryFail(failure);
      }
    } catch (RuntimeException defect) {
      // the defect of one listener must not stop the other outcomes of the message
      log.error("Defect while handling a reply", defect);
    }
  }
}
