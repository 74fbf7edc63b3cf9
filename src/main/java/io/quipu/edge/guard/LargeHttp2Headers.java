package io.quipu.edge.guard;

import io.quipu.edge.response.Rejection;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.Map;

/**
 * Refuses requests of HTTP/2 whose headers or target exceed the limits of HTTP/1, and passes all
 * other requests to the next handler. If Netty had to enforce these limits, it would close many
 * connections without an answer.
 */
public record LargeHttp2Headers(RefusedRequest refused, Handler<HttpServerRequest> next)
    implements Handler<HttpServerRequest> {
  /** The maximum bytes of headers that are read. Above 125 %, Netty closes the connection. */
  public static final int READ_BYTES = 4 * InvalidRequests.HEADER_BYTES;

  @Override
  public void handle(HttpServerRequest request) {
    if (request.version() != HttpVersion.HTTP_2) {
      next.handle(request);
    } else if (request.uri().length() > InvalidRequests.LINE_BYTES) {
      refused.refuse(request, new Rejection(InvalidRequests.lineTooLong()));
    } else if (bytes(request) > InvalidRequests.HEADER_BYTES) {
      refused.refuse(request, new Rejection(InvalidRequests.headersTooLarge()));
    } else {
      next.handle(request);
    }
  }

  private static long bytes(HttpServerRequest request) {
    long bytes = 0;
    for (Map.Entry<String, String> header : request.headers()) {
      bytes += header.getKey().length() + header.getValue().length();
    }
    return bytes;
  }
}
