package io.quipu.edge.web;

import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;

/** Answers a failure on any route with a problem. */
record FailureHandler(ResponseWriters writers) implements Handler<RoutingContext> {
  private static final String WRITER = "response writer";

  /** Fails a request. Only a failed request keeps its writer in the context, to save work. */
  static void fail(RoutingContext context, ResponseWriter writer, Throwable failure) {
    context.put(WRITER, writer).fail(failure);
  }

  @Override
  public void handle(RoutingContext context) {
    ResponseWriter known = context.get(WRITER);
    ResponseWriter writer = known == null ? writers.to(context.request()) : known;
    writer.fail(failure(context));
  }

  /** The failure to answer. Any status but 500 means that the router has not routed the request. */
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
