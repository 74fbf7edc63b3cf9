package io.quipu.edge.guard.body;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;

/**
 * Writes a large answer piece by piece, as fast as the client takes the bytes. One write of the
 * whole body would copy the body into direct memory, and a slow client would keep the copy there.
 * Confined to the context of the request.
 */
public final class PacedAnswer {
  /** The bytes of one piece. A body of at most this length is written at once. */
  static final int PIECE_BYTES = 16 * 1024;

  /** Writing pauses when more than this number of written bytes wait for the client. */
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
   * The number of bytes that are held until the answer is written to the client.
   *
   * @param kept whether the body stays in memory even without this answer (a cached file); if so,
   *     its bytes are not added
   */
  public static long bytes(Buffer body, boolean kept) {
    return (long) AHEAD_BYTES + (kept ? 0 : body.length());
  }

  /**
   * Writes the body of an answer, and ends the answer.
   *
   * @param held holds the {@link #bytes} of the answer; ended when the answer is written to the
   *     client, or when writing fails or the connection is closed
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
