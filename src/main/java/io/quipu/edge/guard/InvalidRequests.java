package io.quipu.edge.guard;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.quipu.edge.guard.connection.InvalidFraming;
import io.quipu.edge.response.Problem;
import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;

/** Answers requests that are invalid or exceed a limit of the head, then closes the connection. */
public record InvalidRequests(RefusedRequest refused) implements Handler<HttpServerRequest> {
  public static final int LINE_BYTES = 16_384;
  public static final int HEADER_BYTES = 16_384;

  @Override
  public void handle(HttpServerRequest request) {
    Problem problem = problem(request.decoderResult().cause());
    refused.refuse(request, new Rejection(problem).with(HttpHeaders.CONNECTION, HttpHeaders.CLOSE));
  }

  private static Problem problem(Throwable cause) {
    if (cause instanceof InvalidFraming invalid) {
      return invalid.problem();
    }
    if (cause instanceof TooLongHttpLineException) {
      return lineTooLong();
    }
    if (cause instanceof TooLongHttpHeaderException) {
      return headersTooLarge();
    }
    return Problem.of(ProblemType.MALFORMED_HTTP, "The request is not valid HTTP");
  }

  static Problem lineTooLong() {
    return Problem.of(
        ProblemType.URI_TOO_LONG, "The request line must be at most " + LINE_BYTES + " bytes");
  }

  static Problem headersTooLarge() {
    return Problem.of(
        ProblemType.HEADERS_TOO_LARGE, "The headers must be at most " + HEADER_BYTES + " bytes");
  }
}
