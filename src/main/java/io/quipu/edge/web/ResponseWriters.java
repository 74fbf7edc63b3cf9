package io.quipu.edge.web;

import io.quipu.edge.guard.RefusalLog;
import io.quipu.edge.guard.RefusedRequest;
import io.quipu.edge.guard.body.ByteBudget;
import io.quipu.edge.response.Rejection;
import io.quipu.engine.time.Clock;
import io.quipu.ops.trace.Span;
import io.quipu.ops.trace.Tracing;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;

/** Makes the response writers of one server instance. Confined to the context of the instance. */
public final class ResponseWriters implements RefusedRequest {
  private final Vertx vertx;
  private final RequestIds ids = new RequestIds();
  private final Clock clock;
  private final HttpMeters.Route unmatched;
  private final RefusalLog refusals;
  private final SlowRequestLog slow;
  private final ByteBudget budget;
  private final Tracing tracing;
  private boolean stopping;

  /**
   * @param budget the bytes that all instances of the process together may hold for callers
   */
  public ResponseWriters(
      Vertx vertx, Clock clock, HttpMeters meters, ByteBudget budget, Tracing tracing) {
    this.budget = budget;
    this.tracing = tracing;
    this.vertx = vertx;
    this.clock = clock;
    this.unmatched = meters.unmatched();
    this.refusals = new RefusalLog(clock::monotonicNanos);
    this.slow = new SlowRequestLog(clock::monotonicNanos);
  }

  @Override
  public void refuse(HttpServerRequest request, Rejection why) {
    to(request).fail(why);
  }

  /** Makes the writer for a request without a route. Records no span. */
  ResponseWriter to(HttpServerRequest request) {
    return to(request, unmatched);
  }

  /** Makes the writer for a request of a route. Records no span. */
  ResponseWriter to(HttpServerRequest request, HttpMeters.Route route) {
    return to(request, route, Span.NONE);
  }

  /** Makes the writer for a request of a route. Begins a span if tracing is on. */
  ResponseWriter tracing(HttpServerRequest request, HttpMeters.Route route) {
    return to(request, route, tracing.isOn() ? begin(request, route) : Span.NONE);
  }

  private Span begin(HttpServerRequest request, HttpMeters.Route route) {
    return tracing.request(request.method().name(), route.path(), request::getHeader);
  }

  private ResponseWriter to(HttpServerRequest request, HttpMeters.Route route, Span span) {
    String id = ids.of(request, span.traceId());
    return new ResponseWriter(this, request, id, route, clock.monotonicNanos(), span);
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

  /** Makes each later response the last on its connection; in HTTP/2, connections stay open. */
  public void stop() {
    stopping = true;
  }

  boolean isStopping() {
    return stopping;
  }
}
