package io.quipu.edge.live.frames;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.edge.guard.body.ByteBudget;
import io.quipu.edge.live.RefInput;
import io.quipu.engine.input.Limits;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.testing.fuzz.Finding;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.WebSocketFrame;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Frames of text: what was sent in parts is heard as a whole, or the connection ends. */
class FrameAssemblyFuzzTest {

  /** Each frame: a byte for its kind, one for its length, its bytes. */
  @FuzzTest
  void frames(byte[] bytes) {
    ByteBuffer choices = ByteBuffer.wrap(bytes);
    ByteBudget budget = new ByteBudget(Limits.BODY_BYTES, new SimpleMeterRegistry());
    FrameAssembly assembly = new FrameAssembly(budget, new HandDrivenTime(), () -> {});
    Buffer message = Buffer.buffer();
    boolean isOpen = true;
    while (isOpen && choices.hasRemaining()) {
      int kind = choices.get() & 7;
      byte[] part = part(choices);
      boolean isFinal = (kind & 1) == 0;
      FrameAssembly.Heard heard = assembly.add(frame(kind, part, isFinal), Limits.MESSAGE_BYTES);
      if (kind >= 6) {
        isOpen = kind == 7;
        Finding.unlessEqual(
            heard instanceof FrameAssembly.Heard.Violation, kind == 6, "binary is not heard");
      } else {
        message.appendBytes(part);
        isOpen = check(heard, message, isFinal);
        message = isFinal ? Buffer.buffer() : message;
      }
    }
  }

  private static byte[] part(ByteBuffer choices) {
    int length = choices.hasRemaining() ? choices.get() & 0xff : 0;
    byte[] part = new byte[Math.min(length, choices.remaining())];
    choices.get(part);
    return part;
  }

  /** Any bytes can be continued with, and a message may begin with nothing. */
  private static WebSocketFrame frame(int kind, byte[] part, boolean isFinal) {
    return switch (kind) {
      case 6 -> WebSocketFrame.binaryFrame(Buffer.buffer(part), true);
      case 7 -> WebSocketFrame.pingFrame(Buffer.buffer(part));
      default -> WebSocketFrame.continuationFrame(Buffer.buffer(part), isFinal);
    };
  }

  /** Whether the connection goes on. */
  private static boolean check(FrameAssembly.Heard heard, Buffer message, boolean isFinal) {
    Optional<String> text = Finding.utf8(message.getBytes());
    if (!isFinal) {
      Finding.unless(heard instanceof FrameAssembly.Heard.Nothing, "a part says nothing");
      return true;
    }
    if (heard instanceof FrameAssembly.Heard.Text whole) {
      Finding.unlessEqual(
          Optional.of(StandardCharsets.UTF_8.decode(whole.text().duplicate()).toString()),
          text,
          "the message as it was sent");
      RefInput.find(whole.text().duplicate());
      return true;
    }
    Finding.unless(text.isEmpty(), "only what is not UTF-8 ends the connection");
    return false;
  }
}
