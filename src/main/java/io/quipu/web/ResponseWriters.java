package io.quipu.web;

import io.quipu.time.Clock;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;

/** Makes the response writers of one server instance. Confined to its context. */
public final class ResponseWriters {
  private final Vertx vertx;
  private final RequestIds ids = new RequestIds();
  private final Clock clock;
  private final HttpMeters.Route unmatched;
  private final RefusalLog refusals;
  private final SlowRequestLog slow;
  private final ByteBudget budget;
  private boolean stopping;

  /**
   * @param budget what all instances of the process may hold for their callers
   */
  public ResponseWriters(Vertx vertx, Clock clock, HttpMeters meters, ByteBudget budget) {
    this.budget = budget;
    this.vertx = vertx;
    this.clock = clock;
    this.unmatched = meters.unmatched();
    this.refusals = new RefusalLog(clock::monotonicNanos);
    this.slow = new SlowRequestLog(clock::monotonicNanos);
  }

  /** The writer for a request that found no route. */
  ResponseWriter to(HttpServerRequest request) {
    return to(request, unmatched);
  }

  /** The writer for a request that found this route. */
  ResponseWriter to(HttpServerRequest request, HttpMeters.Route route) {
    return new ResponseWriter(this, request, ids.of(request), route, clock.monotonicNanos());
  }

  long nanosSince(long start) {
    return clock.monotonicNanos() - start;
  }

  Vertx vertx() {
    return vertx;
  }

  ByteBudget budget() {
    return budget;
  }

  SlowRequestLog slow() {
    return slow;
  }

  RefusalLog refusals() {
    return refusals;
  }

  /** From now on callers are told that each response is the last on its connection. */
  public void stop() {
    stopping = true;
  }

  boolean isStopping() {
    return stopping;
  }
}
