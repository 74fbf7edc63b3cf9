package io.quipu.web;

import io.quipu.counter.Limits;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import org.jspecify.annotations.Nullable;

/**
 * The body of one request, read up to {@value Limits#BODY_BYTES} bytes whether or not its length
 * was declared. A large one needs a permit and has a deadline, so that memory stays bounded however
 * many clients send slowly. Confined to the context of the request.
 */
final class RequestBody {
  private static final long DEADLINE_MILLIS = 30_000;

  private final RoutingContext context;
  private final LargeBodies large;
  private final Promise<Buffer> whole = Promise.promise();
  private Buffer read = Buffer.buffer();
  private boolean permitted;
  private @Nullable Long deadline;

  private RequestBody(RoutingContext context, LargeBodies large) {
    this.context = context;
    this.large = large;
  }

  /** The whole body, or a {@link Rejection}; to be called before anything else is awaited. */
  static Future<Buffer> read(RoutingContext context, LargeBodies large) {
    HttpServerRequest request = context.request();
    if (declaredTooLarge(request)) {
      return Future.failedFuture(tooLarge());
    }
    RequestBody body = new RequestBody(context, large);
    request.handler(body::chunk);
    request.endHandler(end -> body.succeed());
    request.exceptionHandler(body::broken);
    if ("100-continue".equalsIgnoreCase(request.getHeader(HttpHeaders.EXPECT))) {
      request.response().writeContinue();
    }
    return body.whole.future();
  }

  /** Whether the caller said that it is going to send more than is allowed. */
  static boolean declaredTooLarge(HttpServerRequest request) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    try {
      return length != null && Long.parseLong(length) > Limits.BODY_BYTES;
    } catch (NumberFormatException e) {
      return true;
    }
  }

  private void chunk(Buffer chunk) {
    if (whole.future().isComplete()) {
      return;
    }
    long size = (long) read.length() + chunk.length();
    if (size > Limits.BODY_BYTES) {
      fail(tooLarge());
    } else if (size > LargeBodies.FROM_BYTES && !permitted && !permit()) {
      fail(tooMany());
    } else {
      read = read.length() == 0 ? chunk : read.appendBuffer(chunk);
    }
  }

  private boolean permit() {
    permitted = large.take(context);
    if (permitted) {
      deadline = context.vertx().setTimer(DEADLINE_MILLIS, late -> fail(tooSlow()));
    }
    return permitted;
  }

  private void succeed() {
    cancelDeadline();
    whole.tryComplete(read);
  }

  /** Vert.x closes the connection of a body that breaks off or is no HTTP: nobody is listening. */
  private void broken(Throwable cause) {
    fail(new HttpClosedException(String.valueOf(cause.getMessage())));
  }

  private void fail(Throwable why) {
    cancelDeadline();
    read = Buffer.buffer();
    whole.tryFail(why);
  }

  private void cancelDeadline() {
    if (deadline != null) {
      context.vertx().cancelTimer(deadline);
      deadline = null;
    }
  }

  private static Rejection tooLarge() {
    return new Rejection(
        Problem.of(
            ProblemType.TOO_LARGE, "The body must be at most " + Limits.BODY_BYTES + " bytes"));
  }

  private static Rejection tooMany() {
    return new Rejection(
        Problem.of(
            ProblemType.QUEUE_FULL, "Too many large bodies at once. Nothing has been written."));
  }

  private static Rejection tooSlow() {
    return new Rejection(
        Problem.of(
            ProblemType.BODY_TIMEOUT,
            "The body must arrive within " + DEADLINE_MILLIS / 1000 + " seconds"));
  }
}
