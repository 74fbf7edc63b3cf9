package io.quipu.edge.web;

import io.quipu.engine.input.InvalidInput;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.function.IntPredicate;

/** Strict decoding of percent-encoded UTF-8. Refuses text that decoders may decode differently. */
public final class Percent {
  private Percent() {}

  /**
   * Decodes one segment of a path, or one name or value of a query; {@code +} stays a plus sign.
   *
   * @param field the field that has the value, for the error
   * @throws InvalidInput naming {@code field} if there is a broken escape, an unescaped character
   *     that is not printable ASCII, an unescaped space or {@code #}, or bytes that are not UTF-8
   */
  public static String decode(String field, String raw) {
    return decode(field, raw, Percent::isPlain);
  }

  /**
   * Decodes the value of a header. Printable ASCII needs no escape, except the percent sign.
   *
   * @param field the field that has the value, for the error
   * @throws InvalidInput naming {@code field} if there is a broken escape, a character that is not
   *     printable ASCII, or bytes that are not UTF-8
   */
  public static String decodeHeader(String field, String raw) {
    return decode(field, raw, c -> isPlain(c) || c == ' ' || c == '#');
  }

  private static String decode(String field, String raw, IntPredicate isPlain) {
    int plain = 0;
    while (plain < raw.length() && isPlain.test(raw.charAt(plain))) {
      plain++;
    }
    if (plain == raw.length()) {
      return raw;
    }
    byte[] bytes = new byte[raw.length()];
    int length = 0;
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c == '%') {
        bytes[length++] = (byte) octet(field, raw, i);
        i += 2;
      } else if (isPlain.test(c)) {
        bytes[length++] = (byte) c;
      } else {
        throw new InvalidInput(
            field, field + " must be percent-encoded UTF-8; it has a character that is not");
      }
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, 0, length))
          .toString();
    } catch (CharacterCodingException e) {
      throw new InvalidInput(field, field + " is not valid UTF-8");
    }
  }

  private static boolean isPlain(int c) {
    return c > 0x20 && c < 0x7f && c != '%' && c != '#';
  }

  private static int octet(String field, String raw, int at) {
    int high = at + 2 < raw.length() ? digit(raw.charAt(at + 1)) : -1;
    int low = at + 2 < raw.length() ? digit(raw.charAt(at + 2)) : -1;
    if (high < 0 || low < 0) {
      throw new InvalidInput(
          field, field + " has a percent sign that is not followed by two hexadecimal digits");
    }
    return high << 4 | low;
  }

  /** Reads a hexadecimal digit in ASCII, else -1. The JDK also reads digits of other scripts. */
  private static int digit(char c) {
    return c < 0x80 ? Character.digit(c, 16) : -1;
  }
}
