package io.quipu.lab.bench.load;

import java.nio.ByteBuffer;

/** Messages of the live protocol that answer a record: {@code recorded}, or {@code error}. */
final class WebSocketFraming implements Framing {
  private static final int TYPE_IS_WITHIN = 64;

  private final TextFrames frames = new TextFrames(TYPE_IS_WITHIN);

  @Override
  public void take(ByteBuffer bytes, Answers answers) {
    frames.take(
        bytes,
        message -> {
          if (message.contains("\"recorded\"")) {
            answers.answer(true);
          } else if (message.contains("\"error\"")) {
            answers.answer(false);
          }
        });
  }
}
