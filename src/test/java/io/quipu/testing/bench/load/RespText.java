package io.quipu.testing.bench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** Commands as clients of Redis send them. */
public final class RespText {
  private RespText() {}

  /** A command of words in ASCII. */
  public static byte[] command(String... words) {
    StringBuilder text = new StringBuilder("*" + words.length + "\r\n");
    for (String word : words) {
      text.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
    }
    return text.toString().getBytes(US_ASCII);
  }
}
