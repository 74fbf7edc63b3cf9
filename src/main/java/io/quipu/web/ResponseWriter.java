package io.quipu.web;

import io.quipu.counter.InvalidInput;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers one request, once. */
final class ResponseWriter {
  private static final Logger log = LoggerFactory.getLogger(ResponseWriter.class);
  private static final CharSequence NO_SNIFF = HttpHeaders.createOptimized("nosniff");
  private static final CharSequence REQUEST_ID = HttpHeaders.createOptimized(RequestIds.HEADER);
  private static final CharSequence CONTENT_TYPE_OPTIONS =
      HttpHeaders.createOptimized("X-Content-Type-Options");
  private static final long LINGER_MILLIS = 1_000;
  private static final long HTTP2_NO_ERROR = 0;

  private final ResponseWriters writers;
  private final HttpServerRequest request;
  private final String id;
  private final long startNanos;
  private final HttpMeters.Route route;

  ResponseWriter(
      ResponseWriters writers,
      HttpServerRequest request,
      String id,
      HttpMeters.Route route,
      long startNanos) {
    this.writers = writers;
    this.request = request;
    this.id = id;
    this.route = route;
    this.startNanos = startNanos;
  }

  /** The id of the request. */
  String id() {
    return id;
  }

  void write(Response response) {
    HttpServerResponse out = request.response();
    if (out.ended() || out.closed()) {
      return;
    }
    out.setStatusCode(response.status());
    out.putHeader(REQUEST_ID, id);
    out.putHeader(HttpHeaders.CACHE_CONTROL, response.cacheControl());
    if (response.contentType().length() > 0) {
      out.putHeader(HttpHeaders.CONTENT_TYPE, response.contentType());
      out.putHeader(CONTENT_TYPE_OPTIONS, NO_SNIFF);
    }
    for (Response.Header header : response.headers()) {
      out.putHeader(header.name(), header.value());
    }
    end(out, response);
    route.answered(response.status(), writers.nanosSince(startNanos));
  }

  /** Answers with the problem that a failure stands for; what stands for none is a defect. */
  void fail(Throwable failure) {
    if (failure instanceof Rejection rejection) {
      write(rejection);
    } else if (failure instanceof InvalidInput finding) {
      write(new Rejection(Problem.invalid(ProblemType.INVALID_REQUEST, finding)));
    } else if (failure instanceof HttpClosedException) {
      log.debug("Request {} ended with its connection", id);
    } else {
      log.error("Request {} met a defect", id, failure);
      write(
          new Rejection(
              Problem.of(
                  ProblemType.INTERNAL_ERROR, "The log has more under the id of the request")));
    }
  }

  private void write(Rejection rejection) {
    Problem problem = rejection.problem();
    if (problem.type().isForOperator()) {
      writers.refusals().note(id, problem);
    }
    write(rejection.response(id));
  }

  private void end(HttpServerResponse out, Response response) {
    boolean unread = !request.isEnded() && mayNeverEnd(response);
    if (request.version() != HttpVersion.HTTP_2 && (unread || writers.isStopping())) {
      out.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
    if (request.method().equals(HttpMethod.HEAD)) {
      out.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(response.body().length()));
      out.end();
    } else if (response.status() == 304) {
      out.end();
    } else {
      out.end(response.body());
    }
    if (unread) {
      linger();
    }
  }

  /** Whether the rest of the body is too much to be waited for. */
  private boolean mayNeverEnd(Response response) {
    return RequestBody.declaredTooLarge(request)
        || (response.status() >= 400 && request.headers().contains(HttpHeaders.TRANSFER_ENCODING));
  }

  /**
   * Closes the connection under a body that nobody is going to read, but not at once: a client that
   * is still sending would see the connection reset and never the response.
   */
  private void linger() {
    Vertx vertx = writers.vertx();
    long timer = vertx.setTimer(LINGER_MILLIS, late -> abandon());
    request.handler((Buffer dropped) -> {});
    request.exceptionHandler(broken -> vertx.cancelTimer(timer));
    request.endHandler(
        end -> {
          if (vertx.cancelTimer(timer)) {
            abandon();
          }
        });
  }

  /** A connection of HTTP/2 has other requests on it, so only this one ends. */
  private void abandon() {
    if (request.version() == HttpVersion.HTTP_2) {
      request.response().reset(HTTP2_NO_ERROR);
    } else {
      request.connection().close();
    }
  }
}
