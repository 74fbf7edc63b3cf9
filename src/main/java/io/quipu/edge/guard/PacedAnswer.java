package io.quipu.edge.guard;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;

/**
 * A large answer, written piece by piece as its client takes the bytes. One write of the whole body
 * would copy the body into direct memory, and a slow client would keep the copy there. Confined to
 * the context of its request.
 */
public final class PacedAnswer {
  /** Bytes of one piece. A shorter answer is written at once. */
  static final int PIECE_BYTES = 16 * 1024;

  /** Most bytes that are written before the client takes them. */
  private static final int AHEAD_BYTES = 2 * PIECE_BYTES;

  private final HttpServerResponse out;
  private final Buffer body;
  private final HeldBytes held;
  private int written;
  private boolean over;

  private PacedAnswer(HttpServerResponse out, Buffer body, HeldBytes held) {
    this.out = out;
    this.body = body;
    this.held = held;
  }

  /** Tells whether an answer with this body is to be written piece by piece. */
  public static boolean isFor(Buffer body) {
    return body.length() > PIECE_BYTES;
  }

  /**
   * The number of bytes to hold until the client has taken the answer.
   *
   * @param kept whether the body stays in memory anyway
   */
  public static long bytes(Buffer body, boolean kept) {
    return (long) AHEAD_BYTES + (kept ? 0 : body.length());
  }

  /**
   * Writes the body of an answer, and ends it.
   *
   * @param held the {@link #bytes} of the answer; ended when the client has taken the answer or has
   *     disconnected
   */
  public static void write(HttpServerResponse out, Buffer body, HeldBytes held) {
    PacedAnswer answer = new PacedAnswer(out, body, held);
    out.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length()));
    out.setWriteQueueMaxSize(AHEAD_BYTES);
    out.drainHandler(drained -> answer.goOn());
    out.exceptionHandler(broken -> answer.end());
    out.closeHandler(closed -> answer.end());
    answer.goOn();
  }

  private void goOn() {
    while (!over && !out.writeQueueFull()) {
      int end = Math.min(written + PIECE_BYTES, body.length());
      Buffer piece = body.slice(written, end);
      written = end;
      if (end == body.length()) {
        over = true;
        out.end(piece).onComplete(taken -> held.end());
      } else {
        out.write(piece);
      }
    }
  }

  private void end() {
    over = true;
    held.end();
  }
}
