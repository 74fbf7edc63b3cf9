package io.quipu.http;

import io.quipu.metrics.HttpMeters;
import io.quipu.time.Clock;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;

/** Makes the replies of one server instance. Confined to its context. */
final class Replies {
  private static final String REPLY = "reply";

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

  /** The reply to a request that found no route. */
  Reply to(HttpServerRequest request) {
    return to(request, unmatched);
  }

  /** The reply to a request that found this route. */
  Reply to(RoutingContext context, HttpMeters.Route route) {
    Reply reply = to(context.request(), route);
    context.put(REPLY, reply);
    return reply;
  }

  /** The reply that was made for a request, or else one to a request that found no route. */
  Reply of(RoutingContext context) {
    Reply reply = context.get(REPLY);
    return reply == null ? to(context.request()) : reply;
  }

  private Reply to(HttpServerRequest request, HttpMeters.Route route) {
    return new Reply(this, request, ids.of(request), route, clock.monotonicNanos());
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
