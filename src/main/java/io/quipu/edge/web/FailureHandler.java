package io.quipu.edge.web;

import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;

/** Answers a failure on any route with a problem. */
record FailureHandler(ResponseWriters writers) implements Handler<RoutingContext> {
  private static final String WRITER = "response writer";

  /** Fails a request. Only now puts the writer into the context, to save work otherwise. */
  static void fail(RoutingContext context, ResponseWriter writer, Throwable failure) {
    context.put(WRITER, writer).fail(failure);
  }

  @Override
  public void handle(RoutingContext context) {
    ResponseWriter known = context.get(WRITER);
    ResponseWriter writer = known == null ? writers.to(context.request()) : known;
    writer.fail(failure(context));
  }

  /** The failure to answer. The router itself fails a request that has no route with 400 or 404. */
  private static Throwable failure(RoutingContext context) {
    return switch (context.statusCode()) {
      case 400 ->
          Rejection.of(
              ProblemType.MALFORMED_HTTP,
              "The request needs a path and, in HTTP/1.1, a valid Host header");
      case 404 -> Routes.nothingHere();
      default -> context.failure();
    };
  }
}
