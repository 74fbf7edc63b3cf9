package io.quipu.bus;

import io.vertx.core.Future;
import io.vertx.core.Promise;

/**
 * A request on its way, which comes back with its reply. The promise is its sender's alone.
 *
 * @param <Q> the request
 * @param <R> the reply
 */
final class Ticket<Q, R> {
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

  /** The first answer counts: one that comes after the deadline finds it failed. */
  void answer(Answer<Q, R> answer) {
    if (answer.failure() == null) {
      promise.tryComplete(answer.reply());
    } else {
      promise.tryFail(answer.failure());
    }
  }

  void fail(Throwable why) {
    promise.tryFail(why);
  }
}
