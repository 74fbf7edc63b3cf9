package io.quipu.edge.web;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/**
 * Tells whether bytes are UTF-8. Each character must be complete and in its shortest form, and must
 * not be a surrogate.
 */
final class Utf8Bytes {
  private static final int SCRATCH = 1_024;

  private Utf8Bytes() {}

  /**
   * Checks the bytes from the position to the limit, without a copy of the bytes.
   *
   * @param text a buffer with an array; its position does not change
   */
  static boolean isValid(ByteBuffer text) {
    byte[] bytes = text.array();
    int end = text.arrayOffset() + text.limit();
    for (int i = text.arrayOffset() + text.position(); i < end; i++) {
      if (bytes[i] < 0) {
        return isValidFrom(ByteBuffer.wrap(bytes, i, end - i));
      }
    }
    return true;
  }

  private static boolean isValidFrom(ByteBuffer text) {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    CharBuffer dropped = CharBuffer.allocate(Math.min(text.remaining(), SCRATCH) + 1);
    CoderResult result = decoder.decode(text, dropped, true);
    while (result.isOverflow()) {
      dropped.clear();
      result = decoder.decode(text, dropped, true);
    }
    return !result.isError();
  }
}
