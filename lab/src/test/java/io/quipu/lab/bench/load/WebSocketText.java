package io.quipu.lab.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;

/** Text messages as a client frames them: masked, here by zeros, which change nothing. */
public final class WebSocketText {
  private static final int FINAL_TEXT = 0x81;
  private static final int MASKED = 0x80;
  private static final int LONGEST_SHORT = 125;
  private static final int TWO_BYTES = 126;

  private WebSocketText() {}

  /**
   * @param message of less than 64 KiB
   */
  public static byte[] frame(String message) {
    byte[] payload = message.getBytes(UTF_8);
    ByteBuffer frame = ByteBuffer.allocate(payload.length + 8);
    frame.put((byte) FINAL_TEXT);
    if (payload.length <= LONGEST_SHORT) {
      frame.put((byte) (MASKED | payload.length));
    } else {
      frame.put((byte) (MASKED | TWO_BYTES)).putShort((short) payload.length);
    }
    frame.putInt(0).put(payload).flip();
    byte[] bytes = new byte[frame.remaining()];
    frame.get(bytes);
    return bytes;
  }
}
