package io.quipu.testing.fuzz;

import java.io.ByteArrayOutputStream;
import java.util.Random;
import java.util.regex.Pattern;

/** Frames of a client, as RFC 6455 writes them, and what is to be found among those of a server. */
final class WebSocketBytes {
  static final String UPGRADE =
      String.join(
          "\r\n",
          "GET /v1/live HTTP/1.1",
          "Host: localhost",
          "Connection: Upgrade",
          "Upgrade: websocket",
          "Sec-WebSocket-Version: 13",
          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
          "",
          "");

  private static final int TEXT = 0x81;
  private static final int CLOSE = 0x88;
  private static final int MASKED = 0x80;
  private static final int SHORT = 126;

  private static final Pattern ANSWER =
      Pattern.compile("\"type\":\"(recorded|subscribed|unsubscribed|pong|error)\"");
  private static final Pattern RECORDED = Pattern.compile("\"type\":\"recorded\"");

  private final Random random;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private int messages;

  WebSocketBytes(Random random) {
    this.random = random;
  }

  void text(byte[] text) {
    messages++;
    frame(bytes, TEXT, text);
  }

  byte[] bytes() {
    return bytes.toByteArray();
  }

  /** How many messages were written; each is to have an answer. */
  int messages() {
    return messages;
  }

  /** A close frame that says that all is well. */
  byte[] lastFrame() {
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    frame(frame, CLOSE, new byte[] {1000 >> 8, (byte) (1000 & 0xff)});
    return frame.toByteArray();
  }

  private void frame(ByteArrayOutputStream out, int first, byte[] payload) {
    out.write(first);
    if (payload.length < SHORT) {
      out.write(MASKED | payload.length);
    } else {
      out.write(MASKED | SHORT);
      out.write(payload.length >> 8);
      out.write(payload.length);
    }
    byte[] mask = new byte[4];
    random.nextBytes(mask);
    out.writeBytes(mask);
    for (int i = 0; i < payload.length; i++) {
      out.write(payload[i] ^ mask[i % 4]);
    }
  }

  /** How many messages of a server answer one of the client. */
  static long answers(String received) {
    return ANSWER.matcher(received).results().count();
  }

  static long recorded(String received) {
    return RECORDED.matcher(received).results().count();
  }
}
