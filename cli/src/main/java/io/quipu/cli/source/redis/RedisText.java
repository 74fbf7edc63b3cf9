package io.quipu.cli.source.redis;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/** Makes text and numbers of the bytes that Redis sends. */
final class RedisText {
  private static final Pattern INTEGER = Pattern.compile("0|-?[1-9][0-9]{0,18}");

  private RedisText() {}

  /** Parses a 64-bit integer as {@code INCR} does: no plus sign, no leading zeros; else empty. */
  static Optional<Long> integer(String text) {
    if (!INTEGER.matcher(text).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Long.valueOf(text));
    } catch (NumberFormatException beyond64Bits) {
      return Optional.empty();
    }
  }

  /** Decodes UTF-8; empty if the bytes are not UTF-8. */
  static Optional<String> decoded(byte[] bytes) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  /** Decodes bytes for people: bytes that are not UTF-8 become replacement characters. */
  static String shown(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
