package io.quipu.edge.web;

import io.quipu.edge.guard.body.ByteBudget;
import io.quipu.edge.guard.body.HeldBytes;
import io.quipu.edge.guard.body.PacedAnswer;
import io.quipu.edge.guard.body.RequestBody;
import io.quipu.edge.response.Gzip;
import io.quipu.edge.response.Problem;
import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.quipu.edge.response.Response;
import io.quipu.edge.response.ServiceProblems;
import io.quipu.ops.trace.Span;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the one answer to a request.
 *
 * @param id the id of the request
 * @param startNanos the monotonic time at which this writer was made
 * @param span the span of the request
 */
record ResponseWriter(
    ResponseWriters writers,
    HttpServerRequest request,
    String id,
    HttpMeters.Route route,
    long startNanos,
    Span span) {
  private static final Logger log = LoggerFactory.getLogger(ResponseWriter.class);
  private static final CharSequence NO_SNIFF = HttpHeaders.createOptimized("nosniff");
  private static final CharSequence REQUEST_ID = HttpHeaders.createOptimized(RequestIds.HEADER);
  private static final CharSequence CONTENT_TYPE_OPTIONS =
      HttpHeaders.createOptimized("X-Content-Type-Options");

  /** The time limit for the rest of a body if the connection is to be closed anyway. */
  private static final long LINGER_MILLIS = 1_000;

  /** The time limit for the rest of a body if the connection may stay open. */
  private static final long REST_MILLIS = 10_000;

  private static final long HTTP2_NO_ERROR = 0;

  void write(Response response) {
    boolean varies =
        Gzip.isWorthwhile(response.contentType(), response.body().length()) && !response.isAsItIs();
    Response varying;
    try {
      varying =
          Conditions.applied(
              request,
              varies ? response.with(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING) : response);
    } catch (Rejection failed) {
      write(failed);
      return;
    }
    if (!varies
        || varying.status() == 304
        || !Gzip.isAccepted(request.headers().getAll(HttpHeaders.ACCEPT_ENCODING))) {
      send(varying);
    } else if (response.body().length() <= RequestBody.SMALL_BYTES) {
      send(varying.gzipped());
    } else {
      writers
          .vertx()
          .executeBlocking(varying::gzipped, false)
          .onComplete(this::send, failure -> send(varying));
    }
  }

  private void send(Response response) {
    HttpServerResponse out = request.response();
    if (out.ended() || out.closed()) {
      gone();
      return;
    }
    HeldBytes held = null;
    if (PacedAnswer.isFor(response.body()) && !request.method().equals(HttpMethod.HEAD)) {
      held = new HeldBytes(writers.budget());
      if (response.status() != 200) {
        // The request may have had an effect, so the caller must learn the outcome.
        held.takeAnyway(PacedAnswer.bytes(response.body(), response.isKept()));
      } else if (!held.take(
          ByteBudget.Use.ANSWER, PacedAnswer.bytes(response.body(), response.isKept()))) {
        write(tooMuchUnread());
        return;
      }
    }
    out.setStatusCode(response.status());
    out.putHeader(REQUEST_ID, id);
    out.putHeader(HttpHeaders.CACHE_CONTROL, response.cacheControl());
    if (response.contentType().length() > 0) {
      out.putHeader(HttpHeaders.CONTENT_TYPE, response.contentType());
      out.putHeader(CONTENT_TYPE_OPTIONS, NO_SNIFF);
    }
    for (Response.Header header : response.headers()) {
      if (header.name() == HttpHeaders.VARY) {
        out.headers().add(header.name(), header.value());
      } else {
        out.putHeader(header.name(), header.value());
      }
    }
    end(out, response, held);
    long took = writers.nanosSince(startNanos);
    route.answered(response.status(), took);
    writers.slow().answered(id, route, response.status(), took);
    if (span.isRecorded()) {
      answered(response.status());
    }
  }

  private void answered(int status) {
    span.with("http.response.status_code", status).with("quipu.request.id", id);
    if (status >= 500) {
      span.failed(Integer.toString(status));
    }
    span.end();
  }

  /** Ends the span of a request without an answer. Does nothing if the span has ended already. */
  private void gone() {
    span.with("quipu.request.id", id).failed("closed").end();
  }

  /** Answers with the problem for a failure. A failure of an unknown type is logged as a defect. */
  void fail(Throwable failure) {
    Rejection known = ServiceProblems.rejection(failure);
    if (known != null) {
      write(known);
    } else if (failure instanceof HttpClosedException) {
      log.debug("Request {} ended with its connection", id);
      gone();
    } else {
      log.error("Request {} met a defect", id, failure);
      write(
          Rejection.of(ProblemType.INTERNAL_ERROR, "The log has more under the id of the request"));
    }
  }

  private void write(Rejection rejection) {
    Problem problem = rejection.problem();
    if (problem.type().isForOperator()) {
      writers.refusals().note(id, problem, rejection.getCause());
    }
    write(rejection.response(id));
  }

  private static Rejection tooMuchUnread() {
    return Rejection.of(ProblemType.QUEUE_FULL, "Too many answers wait for callers to take them.");
  }

  private void end(HttpServerResponse out, Response response, @Nullable HeldBytes held) {
    boolean unread = !request.isEnded() && hasBody();
    boolean last = isLast(response) || (unread && mayNeverEnd(response));
    if (request.version() != HttpVersion.HTTP_2 && (last || writers.isStopping())) {
      out.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
    if (response.status() == 304) {
      out.end(); // no length: it would be that of the answer which the caller has (RFC 9110, 8.6)
    } else if (request.method().equals(HttpMethod.HEAD)) {
      out.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(response.body().length()));
      out.end();
    } else if (held != null) {
      PacedAnswer.write(out, response.body(), held);
    } else {
      out.end(response.body());
    }
    if (unread) {
      linger(last);
    }
  }

  private boolean hasBody() {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    return length == null
        ? request.headers().contains(HttpHeaders.TRANSFER_ENCODING)
        : !length.equals("0");
  }

  /** Tells whether the answer says that the client sent too slowly or too much. */
  private static boolean isLast(Response response) {
    return response.status() == 408 || response.status() == 413;
  }

  /** Tells whether the rest of the body may be too long to wait for its end. */
  private boolean mayNeverEnd(Response response) {
    return RequestBody.declaredTooLarge(request)
        || (response.status() >= 400 && request.headers().contains(HttpHeaders.TRANSFER_ENCODING));
  }

  /**
   * Drops the rest of the body, because a close at once would reset the connection of a client that
   * is still sending. The client would then never see the response. Closes the connection if the
   * body does not end in time, and at the end of the body if the response is the last.
   */
  private void linger(boolean last) {
    Vertx vertx = writers.vertx();
    long timer = vertx.setTimer(last ? LINGER_MILLIS : REST_MILLIS, late -> abandon());
    request.handler((Buffer dropped) -> {});
    request.exceptionHandler(broken -> vertx.cancelTimer(timer));
    request.endHandler(
        end -> {
          if (vertx.cancelTimer(timer) && last) {
            abandon();
          }
        });
  }

  /** Closes the connection. In HTTP/2 ends only the request: other requests may be under way. */
  private void abandon() {
    if (request.version() == HttpVersion.HTTP_2) {
      request.response().reset(HTTP2_NO_ERROR);
    } else {
      request.connection().close();
    }
  }
}
