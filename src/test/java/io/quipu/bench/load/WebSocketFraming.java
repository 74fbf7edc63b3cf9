package io.quipu.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;

/** Messages of the live protocol that answer a record: {@code recorded}, or {@code error}. */
final class WebSocketFraming implements Framing {
  private static final int END_OF_UPGRADE = 0x0d0a0d0a;
  private static final int TEXT = 0x1;
  private static final int LONGEST_LOOKED_AT = 64;

  private boolean upgraded;
  private int lastFour;
  private final byte[] start = new byte[LONGEST_LOOKED_AT];
  private int headerBytes;
  private int opcode;
  private int lengthBytes;
  private long payload;
  private int taken;

  @Override
  public void take(ByteBuffer bytes, Answers answers) {
    while (bytes.hasRemaining()) {
      if (!upgraded) {
        lastFour = (lastFour << 8) | (bytes.get() & 0xff);
        upgraded = lastFour == END_OF_UPGRADE;
      } else if (headerBytes < 2 + lengthBytes) {
        header(bytes.get() & 0xff, answers);
      } else {
        payload(bytes, answers);
      }
    }
  }

  private void header(int next, Answers answers) {
    if (headerBytes == 0) {
      opcode = next & 0x0f;
      lengthBytes = 0;
    } else if (headerBytes == 1) {
      int length = next & 0x7f;
      lengthBytes = length == 126 ? 2 : length == 127 ? 8 : 0;
      payload = lengthBytes == 0 ? length : 0;
    } else {
      payload = (payload << 8) | next;
    }
    headerBytes++;
    if (headerBytes == 2 + lengthBytes && headerBytes >= 2 && payload == 0) {
      finish(answers);
    }
  }

  private void payload(ByteBuffer bytes, Answers answers) {
    int some = (int) Math.min(payload, bytes.remaining());
    int looked = Math.min(some, LONGEST_LOOKED_AT - taken);
    bytes.get(start, taken, looked);
    bytes.position(bytes.position() + some - looked);
    taken += looked;
    payload -= some;
    if (payload == 0) {
      finish(answers);
    }
  }

  private void finish(Answers answers) {
    if (opcode == TEXT) {
      String text = new String(start, 0, taken, UTF_8);
      if (text.contains("\"recorded\"")) {
        answers.answer(true);
      } else if (text.contains("\"error\"")) {
        answers.answer(false);
      }
    }
    headerBytes = 0;
    lengthBytes = 0;
    taken = 0;
  }
}
