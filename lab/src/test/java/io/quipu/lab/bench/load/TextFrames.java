package io.quipu.lab.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** The text messages in the bytes of a WebSocket, each cut after its first bytes. */
final class TextFrames {
  private static final int END_OF_UPGRADE = 0x0d0a0d0a;
  private static final int TEXT = 0x1;
  private static final int TWO_BYTES = 126;
  private static final int EIGHT_BYTES = 127;

  private final byte[] start;
  private boolean upgraded;
  private int lastFour;
  private int headerBytes;
  private int opcode;
  private int lengthBytes;
  private long payload;
  private int taken;

  /**
   * @param lookedAt how many bytes of a message are of interest
   */
  TextFrames(int lookedAt) {
    start = new byte[lookedAt];
  }

  /** Takes in all of {@code bytes}. */
  void take(ByteBuffer bytes, Consumer<String> messages) {
    while (bytes.hasRemaining()) {
      if (!upgraded) {
        lastFour = (lastFour << 8) | (bytes.get() & 0xff);
        upgraded = lastFour == END_OF_UPGRADE;
      } else if (headerBytes < 2 + lengthBytes) {
        header(bytes.get() & 0xff, messages);
      } else {
        payload(bytes, messages);
      }
    }
  }

  private void header(int next, Consumer<String> messages) {
    if (headerBytes == 0) {
      opcode = next & 0x0f;
    } else if (headerBytes == 1) {
      lengthBytes = next == TWO_BYTES ? 2 : next == EIGHT_BYTES ? 8 : 0;
      payload = lengthBytes == 0 ? next : 0;
    } else {
      payload = (payload << 8) | next;
    }
    headerBytes++;
    if (headerBytes >= 2 && headerBytes == 2 + lengthBytes && payload == 0) {
      finish(messages);
    }
  }

  private void payload(ByteBuffer bytes, Consumer<String> messages) {
    int some = (int) Math.min(payload, bytes.remaining());
    int looked = Math.min(some, start.length - taken);
    bytes.get(start, taken, looked);
    bytes.position(bytes.position() + some - looked);
    taken += looked;
    payload -= some;
    if (payload == 0) {
      finish(messages);
    }
  }

  private void finish(Consumer<String> messages) {
    if (opcode == TEXT) {
      messages.accept(new String(start, 0, taken, UTF_8));
    }
    headerBytes = 0;
    lengthBytes = 0;
    taken = 0;
  }
}
