package io.quipu.edge.live.frames;

import io.quipu.edge.guard.body.ByteBudget;
import io.quipu.edge.web.JsonInput;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.time.Scheduler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.WebSocketFrame;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * Assembles the frames of a WebSocket into text messages. A message that is not UTF-8 is refused,
 * never repaired. The bytes of an incomplete message are taken from a budget, for at most {@link
 * #DEADLINE}. Confined to the context of its connection.
 *
 * <p>The text message handler of Vert.x cannot replace this class: it has no budget and no
 * deadline, repairs text that is not UTF-8, and keeps the connection if a message is too long.
 */
public final class FrameAssembly {
  /** The maximum time from the first frame of a message to its last frame. */
  public static final Duration DEADLINE = Duration.ofSeconds(30);

  private final ByteBudget budget;
  private final Scheduler scheduler;
  private final Runnable late;
  private Scheduler.Cancellable deadline = () -> {};
  private Buffer parts = Buffer.buffer();
  private boolean begun;

  /** The results of a frame. */
  public sealed interface Heard {
    /** No complete message: the frame is a part of a message, or a control frame. */
    record Nothing() implements Heard {}

    record Text(ByteBuffer text) implements Heard {}

    /** A refusal of the frame: the connection must be closed. */
    record Violation(CloseCode code, String reason) implements Heard {}
  }

  /**
   * @param late called if a message is incomplete {@link #DEADLINE} after its first frame
   */
  public FrameAssembly(ByteBudget budget, Scheduler scheduler, Runnable late) {
    this.budget = budget;
    this.scheduler = scheduler;
    this.late = late;
  }

  /**
   * @param most the maximum size of a message at present, in bytes
   */
  public Heard add(WebSocketFrame frame, int most) {
    if (frame.isBinary()) {
      return new Heard.Violation(CloseCode.UNSUPPORTED_DATA, "Messages are text frames");
    }
    if (!frame.isText() && !frame.isContinuation()) {
      return new Heard.Nothing();
    }
    Buffer data = frame.binaryData();
    if (parts.length() + data.length() > most) {
      end();
      return new Heard.Violation(
          CloseCode.MESSAGE_TOO_BIG, "A message must be at most " + most + " bytes");
    }
    if (frame.isFinal() && !begun) {
      return text(data);
    }
    if (!budget.take(ByteBudget.Use.MESSAGE, data.length())) {
      end();
      return new Heard.Violation(CloseCode.TRY_AGAIN_LATER, "Too much is being sent at once");
    }
    parts.appendBuffer(data);
    if (!frame.isFinal()) {
      begin();
      return new Heard.Nothing();
    }
    Buffer whole = parts;
    end();
    return text(whole);
  }

  private void begin() {
    if (!begun) {
      begun = true;
      deadline = scheduler.after(DEADLINE, late);
    }
  }

  /** Drops the frames of an incomplete message, and gives their bytes back. */
  public void end() {
    deadline.cancel();
    begun = false;
    budget.giveBack(parts.length());
    parts = Buffer.buffer();
  }

  private static Heard text(Buffer message) {
    try {
      return new Heard.Text(JsonInput.utf8(message));
    } catch (InvalidInput e) {
      return new Heard.Violation(CloseCode.INVALID_TEXT, "Messages are UTF-8");
    }
  }
}
