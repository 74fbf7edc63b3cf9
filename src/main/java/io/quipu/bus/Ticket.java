package io.quipu.bus;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A request on its way, which comes back with its reply. The promise is its sender's alone.
 *
 * @param <Q> the request
 * @param <R> the reply
 */
final class Ticket<Q, R> {
  private static final Logger log = LoggerFactory.getLogger(Ticket.class);

  private final Q request;
  private final long deadlineNanos;
  private final Promise<R> promise = Promise.promise();

  Ticket(Q request, long deadlineNanos) {
    this.request = request;
    this.deadlineNanos = deadlineNanos;
  }

  Q request() {
    return request;
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
