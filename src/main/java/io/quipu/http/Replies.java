package io.quipu.http;

import io.quipu.metrics.HttpMeters;
import io.quipu.time.Clock;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;

/** Makes the replies of one server instance. Confined to its context. */
final class Replies {
  private final Vertx vertx;
  private final RequestIds ids = new RequestIds();
  private final Clock clock;
  private final HttpMeters.Route unmatched;
  private final RefusalLog refusals;
  private boolean stopping;

  Replies(Vertx vertx, Clock clock, HttpMeters meters) {
    this.vertx = vertx;
    this.clock = clock;
    this.unmatched = meters.unmatched();
    this.refusals = new RefusalLog(clock::monotonicNanos);
  }

  Reply to(HttpServerRequest request) {
    return new Reply(this, request, ids.of(request), unmatched, clock.monotonicNanos());
  }

  long nanosSince(long start) {
    return clock.monotonicNanos() - start;
  }

  Vertx vertx() {
    return vertx;
  }

  RefusalLog refusals() {
    return refusals;
  }

  /** From now on callers are told that each answer is the last on its connection. */
  void stop() {
    stopping = true;
  }

  boolean isStopping() {
    return stopping;
  }
}
