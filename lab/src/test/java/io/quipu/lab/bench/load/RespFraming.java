package io.quipu.lab.bench.load;

import java.nio.ByteBuffer;

/**
 * Replies of Redis that are one line each: good unless they are errors. The first is to what opens
 * the connection.
 */
final class RespFraming implements Framing {
  private boolean open;
  private boolean begun;
  private boolean good;

  @Override
  public void take(ByteBuffer bytes, Answers answers) {
    while (bytes.hasRemaining()) {
      byte next = bytes.get();
      if (!begun) {
        begun = true;
        good = next != '-';
      } else if (next == '\n') {
        begun = false;
        if (open) {
          answers.answer(good);
        }
        open = true;
      }
    }
  }
}
