package io.quipu.http;

import io.quipu.counter.InvalidInput;
import io.quipu.metrics.HttpMeters;
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
final class Reply {
  private static final Logger log = LoggerFactory.getLogger(Reply.class);
  private static final CharSequence NO_SNIFF = HttpHeaders.createOptimized("nosniff");
  private static final CharSequence REQUEST_ID = HttpHeaders.createOptimized(RequestIds.HEADER);
  private static final CharSequence CONTENT_TYPE_OPTIONS =
      HttpHeaders.createOptimized("X-Content-Type-Options");
  private static final long LINGER_MILLIS = 1_000;
  private static final long HTTP2_NO_ERROR = 0;

  private final Replies replies;
  private final HttpServerRequest request;
  private final String id;
  private final long startNanos;
  private final HttpMeters.Route route;

  Reply(
      Replies replies,
      HttpServerRequest request,
      String id,
      HttpMeters.Route route,
      long startNanos) {
    this.replies = replies;
    this.request = request;
    this.id = id;
    this.route = route;
    this.startNanos = startNanos;
  }

  String id() {
    return id;
  }

  void send(Answer answer) {
    HttpServerResponse response = request.response();
    if (response.ended() || response.closed()) {
      return;
    }
    response.setStatusCode(answer.status());
    response.putHeader(REQUEST_ID, id);
    response.putHeader(HttpHeaders.CACHE_CONTROL, answer.cacheControl());
    if (answer.contentType().length() > 0) {
      response.putHeader(HttpHeaders.CONTENT_TYPE, answer.contentType());
      response.putHeader(CONTENT_TYPE_OPTIONS, NO_SNIFF);
    }
    for (Answer.Header header : answer.headers()) {
      response.putHeader(header.name(), header.value());
    }
    end(response, answer);
    route.answered(answer.status(), replies.nanosSince(startNanos));
  }

  /** Answers with the problem that a failure stands for; what stands for none is a defect. */
  void fail(Throwable failure) {
    if (failure instanceof Rejection rejection) {
      send(rejection);
    } else if (failure instanceof InvalidInput finding) {
      send(new Rejection(Problem.invalid(ProblemType.INVALID_REQUEST, finding)));
    } else if (failure instanceof HttpClosedException) {
      log.debug("Request {} ended with its connection", id);
    } else {
      log.error("Request {} met a defect", id, failure);
      send(
          new Rejection(
              Problem.of(
                  ProblemType.INTERNAL_ERROR, "The log has more under the id of the request")));
    }
  }

  private void send(Rejection rejection) {
    Problem problem = rejection.problem();
    if (problem.type().isPassing()) {
      replies.refusals().note(id, problem);
    }
    send(rejection.answer(id));
  }

  private void end(HttpServerResponse response, Answer answer) {
    boolean unread = !request.isEnded() && mayNeverEnd(answer);
    if (request.version() != HttpVersion.HTTP_2 && (unread || replies.isStopping())) {
      response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
    if (request.method().equals(HttpMethod.HEAD)) {
      response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(answer.body().length()));
      response.end();
    } else if (answer.status() == 304) {
      response.end();
    } else {
      response.end(answer.body());
    }
    if (unread) {
      linger();
    }
  }

  /** Whether the rest of the body is too much to be waited for. */
  private boolean mayNeverEnd(Answer answer) {
    return Body.declaredTooLarge(request)
        || (answer.status() >= 400 && request.headers().contains(HttpHeaders.TRANSFER_ENCODING));
  }

  /**
   * Closes the connection under a body that nobody is going to read, but not at once: a client that
   * is still sending would see the connection reset and never the answer.
   */
  private void linger() {
    Vertx vertx = replies.vertx();
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
