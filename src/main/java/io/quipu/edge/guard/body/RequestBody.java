package io.quipu.edge.guard.body;

import io.netty.buffer.Unpooled;
import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.quipu.engine.input.Limits;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.internal.buffer.BufferInternal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The body of one request, of at most {@value Limits#BODY_BYTES} bytes, whether or not the length
 * was declared. The bytes are taken from a budget, and the body has a deadline, so that memory
 * stays bounded however many clients send slowly. Confined to the context of the request.
 */
public final class RequestBody {
  /** The size up to which a body may use all of the budget and is parsed on the event loop. */
  public static final int SMALL_BYTES = 64 * 1024;

  /** The detail of the problem if the budget has no room for a request. */
  public static final String TOO_MUCH = "Too much is being sent at once. Nothing has been written.";

  private static final byte[] NONE = {};

  /** The body of every request without a body. No code writes into it. */
  private static final Future<Buffer> EMPTY = Future.succeededFuture(Buffer.buffer());

  private final BodyDeadlines deadlines;
  private final HeldBytes held;
  private final long declared;
  private final Promise<Buffer> whole = Promise.promise();

  /** The whole body if it arrives in one chunk, which is then not copied; otherwise empty. */
  private Buffer only = Buffer.buffer();

  private byte[] bytes = NONE;
  private int length;

  private RequestBody(BodyDeadlines deadlines, HeldBytes held, long declared) {
    this.deadlines = deadlines;
    this.held = held;
    this.declared = declared;
  }

  /**
   * Reads the whole body. Fails with a {@link Rejection} if the body is refused, and with an {@link
   * HttpClosedException} if the body breaks off. To be called before the caller waits for anything
   * else, because bytes that arrive without a handler are lost.
   *
   * @param held of the request; takes the bytes of the body, and does not give them back
   */
  public static Future<Buffer> read(
      HttpServerRequest request, BodyDeadlines deadlines, HeldBytes held) {
    String declared = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    if (isEmpty(request, declared)) {
      return EMPTY;
    }
    long length = length(declared);
    if (length > Limits.BODY_BYTES) {
      return Future.failedFuture(tooLarge());
    }
    RequestBody body = new RequestBody(deadlines, held, length);
    deadlines.begin(body);
    request.handler(body::chunk);
    request.endHandler(end -> body.succeed());
    request.exceptionHandler(body::broken);
    if ("100-continue".equalsIgnoreCase(request.getHeader(HttpHeaders.EXPECT))) {
      request.response().writeContinue();
    }
    return body.whole.future();
  }

  /** Tells whether the declared length is more than the allowed length, or is not a number. */
  public static boolean declaredTooLarge(HttpServerRequest request) {
    return length(request.getHeader(HttpHeaders.CONTENT_LENGTH)) > Limits.BODY_BYTES;
  }

  /** Tells whether the head excludes a body. Always false for HTTP/2, whose head may not say. */
  private static boolean isEmpty(HttpServerRequest request, @Nullable String declared) {
    if (request.version() == HttpVersion.HTTP_2) {
      return false;
    }
    return declared == null
        ? !request.headers().contains(HttpHeaders.TRANSFER_ENCODING)
        : declared.equals("0");
  }

  /** The declared length in bytes; 0 for none, {@link Long#MAX_VALUE} for an invalid one. */
  private static long length(@Nullable String declared) {
    try {
      return declared == null ? 0 : Long.parseLong(declared);
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }

  private void chunk(Buffer chunk) {
    if (whole.future().isComplete()) {
      return;
    }
    long size = (long) length + chunk.length();
    if (size > Limits.BODY_BYTES) {
      fail(tooLarge());
    } else if (length == 0 && chunk.length() == declared) {
      takeOnly(chunk);
    } else if (hasRoomFor((int) size)) {
      chunk.getBytes(bytes, length);
      length += chunk.length();
    } else {
      fail(tooMuch());
    }
  }

  private void takeOnly(Buffer chunk) {
    if (held.take(use(chunk.length()), chunk.length())) {
      only = chunk;
      length = chunk.length();
    } else {
      fail(tooMuch());
    }
  }

  /** Makes room, or returns false. Doubles the room each time, so that few copies are made. */
  private boolean hasRoomFor(int size) {
    if (size <= bytes.length) {
      return true;
    }
    // Limited, because a caller may declare a large body and never send it.
    int expected = (int) Math.min(declared, SMALL_BYTES);
    int most = declared > 0 ? (int) declared : Limits.BODY_BYTES;
    int capacity = Math.min(most, Math.max(Math.max(size, expected), 2 * bytes.length));
    // The first bytes of a large body are of a large body, too.
    if (!held.take(use(Math.max(capacity, declared)), capacity - bytes.length)) {
      return false;
    }
    bytes = Arrays.copyOf(bytes, capacity);
    return true;
  }

  private static ByteBudget.Use use(long size) {
    return size > SMALL_BYTES ? ByteBudget.Use.LARGE_BODY : ByteBudget.Use.SMALL_BODY;
  }

  private void succeed() {
    deadlines.end(this);
    whole.tryComplete(
        length == 0 || only.length() > 0
            ? only
            : BufferInternal.buffer(Unpooled.wrappedBuffer(bytes, 0, length)));
  }

  /** Fails a body that breaks off or is not HTTP. Vert.x then closes the connection unanswered. */
  private void broken(Throwable cause) {
    fail(new HttpClosedException(String.valueOf(cause.getMessage())));
  }

  /** Refuses a body that has not arrived before its deadline. */
  void late() {
    fail(tooSlow(deadlines.seconds()));
  }

  private void fail(Throwable why) {
    deadlines.end(this);
    bytes = NONE;
    length = 0;
    whole.tryFail(why);
  }

  static Rejection tooLarge() {
    return Rejection.of(
        ProblemType.TOO_LARGE, "The body must be at most " + Limits.BODY_BYTES + " bytes");
  }

  public static Rejection tooMuch() {
    return Rejection.of(ProblemType.QUEUE_FULL, TOO_MUCH);
  }

  private static Rejection tooSlow(int seconds) {
    return Rejection.of(
        ProblemType.BODY_TIMEOUT, "The body must arrive within " + seconds + " seconds");
  }
}
