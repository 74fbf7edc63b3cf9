package io.quipu.lab.abuse;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.IntFunction;

/**
 * How each connection of a crowd behaves.
 *
 * @param opening what it sends first, by its number
 * @param afterwards what it sends after the first answer
 * @param trickle what it sends then, every now and then
 * @param pause the pause of the trickle
 * @param flood what it sends over and over, as fast as it is taken
 * @param reads whether it reads what comes after the first bytes
 * @param lifetime after which it leaves and comes again
 */
record Conduct(
    IntFunction<byte[]> opening,
    ByteBuffer afterwards,
    ByteBuffer trickle,
    Duration pause,
    ByteBuffer flood,
    boolean reads,
    Duration lifetime) {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  static Conduct opening(byte[] bytes) {
    return opening(number -> bytes);
  }

  static Conduct opening(IntFunction<byte[]> bytes) {
    return new Conduct(
        bytes, NOTHING, NOTHING, Duration.ofSeconds(1), NOTHING, true, Duration.ofDays(1));
  }

  Conduct then(byte[] bytes) {
    return new Conduct(opening, ByteBuffer.wrap(bytes), trickle, pause, flood, reads, lifetime);
  }

  Conduct trickling(byte[] bytes) {
    return new Conduct(opening, afterwards, ByteBuffer.wrap(bytes), pause, flood, reads, lifetime);
  }

  Conduct flooding(byte[] bytes) {
    return new Conduct(
        opening, afterwards, trickle, pause, ByteBuffer.wrap(bytes), reads, lifetime);
  }

  Conduct notReading() {
    return new Conduct(opening, afterwards, trickle, pause, flood, false, lifetime);
  }

  Conduct leavingAfter(Duration time) {
    return new Conduct(opening, afterwards, trickle, pause, flood, reads, time);
  }
}
