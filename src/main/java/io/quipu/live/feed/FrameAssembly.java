package io.quipu.live.feed;

import io.quipu.counter.Limits;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.WebSocketFrame;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Puts the frames of a WebSocket together to text messages, strictly: text that is not UTF-8 is
 * never repaired. Confined to the context of its connection.
 */
final class FrameAssembly {
  private Buffer parts = Buffer.buffer();

  /** What a frame comes to. */
  sealed interface Heard {
    /** Nothing yet: a part of a message, or a control frame. */
    record Nothing() implements Heard {}

    record Text(CharBuffer text) implements Heard {}

    /** What the protocol does not allow; the connection must be closed. */
    record Violation(CloseCode code, String reason) implements Heard {}
  }

  Heard add(WebSocketFrame frame) {
    if (frame.isBinary()) {
      return new Heard.Violation(CloseCode.UNSUPPORTED_DATA, "Messages are text frames");
    }
    if (!frame.isText() && !frame.isContinuation()) {
      return new Heard.Nothing();
    }
    Buffer data = frame.binaryData();
    if (parts.length() + data.length() > Limits.MESSAGE_BYTES) {
      parts = Buffer.buffer();
      return new Heard.Violation(
          CloseCode.MESSAGE_TOO_BIG,
          "A message must be at most " + Limits.MESSAGE_BYTES + " bytes");
    }
    if (frame.isFinal() && parts.length() == 0) {
      return text(data);
    }
    parts.appendBuffer(data);
    if (!frame.isFinal()) {
      return new Heard.Nothing();
    }
    Buffer whole = parts;
    parts = Buffer.buffer();
    return text(whole);
  }

  private static Heard text(Buffer message) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(message.getBytes());
      return new Heard.Text(StandardCharsets.UTF_8.newDecoder().decode(bytes));
    } catch (CharacterCodingException e) {
      return new Heard.Violation(CloseCode.INVALID_TEXT, "Messages are UTF-8");
    }
  }
}
