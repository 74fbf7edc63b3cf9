package io.quipu.edge.web;

import io.quipu.edge.response.Response;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.util.Set;

/**
 * Lets the pages of every origin read an answer, and answers their preflights. The answers do not
 * depend on the origin, so that they need no {@code Vary}. Credentials are not allowed: a page that
 * shows a key needs an origin that the key or the service names.
 */
public final class PublicCors {
  private static final CharSequence EXPOSED =
      HttpHeaders.createOptimized(String.join(",", Cors.EXPOSED));
  private static final CharSequence REQUEST_HEADERS =
      HttpHeaders.createOptimized(
          "Accept,Cache-Control,Content-Type,If-None-Match,Last-Event-ID,Pragma");
  private static final CharSequence MAX_AGE =
      HttpHeaders.createOptimized(Integer.toString(Cors.MAX_AGE_SECONDS));

  private PublicCors() {}

  /** Lets the pages of every origin read the answer that is going to be written. */
  public static void open(HttpServerResponse response) {
    response
        .putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, Response.EVERY_ORIGIN)
        .putHeader(HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
  }

  /**
   * Makes a handler of preflights. It grants no access to private networks, which only an origin
   * that is named has.
   *
   * @param methods the methods of the path
   * @param otherwise handles requests that are no preflights for these methods
   */
  static Handler<RoutingContext> preflights(
      Set<String> methods, Handler<HttpServerRequest> otherwise) {
    String allowed = String.join(",", methods);
    return context -> {
      HttpServerRequest request = context.request();
      String method = request.getHeader(HttpHeaders.ACCESS_CONTROL_REQUEST_METHOD);
      if (method == null || !methods.contains(method)) {
        otherwise.handle(request);
        return;
      }
      request
          .response()
          .setStatusCode(204)
          .putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, Response.EVERY_ORIGIN)
          .putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_METHODS, allowed)
          .putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_HEADERS, REQUEST_HEADERS)
          .putHeader(HttpHeaders.ACCESS_CONTROL_MAX_AGE, MAX_AGE)
          .end();
    };
  }
}
