package io.quipu.testing.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Bytes made worse, in ways drawn from a seed. */
final class Mutation {
  private static final int MOST = 4;

  /** One in so many has several mistakes, which may hide each other, and one has none. */
  private static final int SEVERAL = 4;

  /** Words that parsers of requests have stumbled over somewhere. */
  private static final List<String> TOKENS =
      List.of(
          "\r\n",
          "\n",
          "\r",
          " ",
          "\t",
          "\0",
          ":",
          ";",
          ",",
          "/",
          "//",
          "..",
          "%",
          "%00",
          "%2F",
          "%2e%2e%2f",
          "%zz",
          "%C0%AF",
          "?",
          "&",
          "#",
          "=",
          "\"",
          "\\",
          "{",
          "}",
          "[",
          "]",
          "[[[[[",
          "{\"a\":",
          "\\u0000",
          "\\ud800",
          "null",
          "true",
          "NaN",
          "-0",
          "1e999",
          "0.1",
          "-1",
          "99999999999999999999",
          "9223372036854775807",
          "\u00ff",
          "\u00ef\u00bb\u00bf",
          "\u00c3(",
          "\u00f0\u009f\u0090\u00b8",
          "HTTP/1.0",
          "HTTP/2.0",
          "HTTP/9.9",
          "\r\nTransfer-Encoding: chunked",
          "\r\nTransfer-Encoding: gzip, chunked",
          "\r\nContent-Length: 0",
          "\r\nContent-Length: 5",
          "\r\nContent-Length: -1",
          "\r\nContent-Encoding: gzip",
          "\r\nContent-Type: application/x-ndjson",
          "\r\nContent-Type: text/plain; charset=utf-16",
          "\r\nExpect: 100-continue",
          "\r\nConnection: upgrade",
          "\r\nUpgrade: h2c",
          "\r\nHost: a\r\nHost: b",
          "\r\n folded",
          "\r\nIdempotency-Key: \u00ff",
          "\r\nIdempotency-Key: a",
          "\r\nAccept: text/html",
          "\r\nAccept: text/csv;q=0.5",
          "\r\nIf-None-Match: *",
          "\r\nIf-Match: \"5-5\"",
          "\r\nIdempotency-Key: \"a\"",
          "\r\nRange: bytes=0-",
          "\r\n: empty",
          "\r\nX: ",
          "\r\n\r\n");

  private final Random random;

  Mutation(Random random) {
    this.random = random;
  }

  /** A copy, in most cases with a single change. */
  byte[] of(byte[] original) {
    byte[] bytes = original;
    for (int i = changes(); i > 0; i--) {
      bytes = changed(bytes);
    }
    return bytes;
  }

  private int changes() {
    return switch (random.nextInt(SEVERAL)) {
      case 0 -> 0;
      case 1 -> 2 + random.nextInt(MOST - 1);
      default -> 1;
    };
  }

  private byte[] changed(byte[] bytes) {
    int from = random.nextInt(bytes.length + 1);
    int to = Math.min(bytes.length, from + 1 + random.nextInt(1 << random.nextInt(7)));
    return switch (random.nextInt(8)) {
      case 0 -> flipped(bytes, Math.min(from, bytes.length - 1));
      case 1 -> spliced(bytes, from, Math.min(from + 1, bytes.length), any());
      case 2 -> spliced(bytes, from, to, new byte[0]);
      case 3 -> spliced(bytes, from, from, Arrays.copyOfRange(bytes, from, to));
      case 4 -> spliced(bytes, from, to, token());
      case 5 -> Arrays.copyOf(bytes, from);
      default -> spliced(bytes, from, from, token());
    };
  }

  private byte[] flipped(byte[] bytes, int at) {
    byte[] copy = bytes.clone();
    if (copy.length > 0) {
      copy[at] ^= (byte) (1 << random.nextInt(8));
    }
    return copy;
  }

  private byte[] any() {
    return new byte[] {(byte) random.nextInt(256)};
  }

  private byte[] token() {
    return TOKENS.get(random.nextInt(TOKENS.size())).getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] spliced(byte[] bytes, int from, int to, byte[] replacement) {
    byte[] copy = new byte[bytes.length - (to - from) + replacement.length];
    System.arraycopy(bytes, 0, copy, 0, from);
    System.arraycopy(replacement, 0, copy, from, replacement.length);
    System.arraycopy(bytes, to, copy, from + replacement.length, bytes.length - to);
    return copy;
  }
}
