package io.quipu.lab.bench.load;

import java.nio.ByteBuffer;

/** Finds the answers in the bytes of one connection. */
interface Framing {
  /** Told of each answer as soon as it is complete, in order. */
  @FunctionalInterface
  interface Answers {
    void answer(boolean good);
  }

  /** Takes in all of {@code bytes}. */
  void take(ByteBuffer bytes, Answers answers);
}
