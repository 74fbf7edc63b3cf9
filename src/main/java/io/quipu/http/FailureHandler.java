package io.quipu.http;

import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;

/** Answers whatever failed on any route with a problem. */
final class FailureHandler implements Handler<RoutingContext> {
  private final Replies replies;

  FailureHandler(Replies replies) {
    this.replies = replies;
  }

  @Override
  public void handle(RoutingContext context) {
    replies.of(context).fail(failure(context));
  }

  /** The router gives a status of its own to what it does not route at all, and 500 to the rest. */
  private static Throwable failure(RoutingContext context) {
    return switch (context.statusCode()) {
      case 400 ->
          new Rejection(
              Problem.of(
                  ProblemType.MALFORMED_HTTP,
                  "The request needs a path and, in HTTP/1.1, a valid Host header"));
      case 404 -> Routes.nothingHere();
      default -> context.failure();
    };
  }
}
