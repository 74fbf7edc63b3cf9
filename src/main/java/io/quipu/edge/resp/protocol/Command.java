package io.quipu.edge.resp.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A command of a client: the name and the arguments. A word may have any bytes.
 *
 * @param words the name and the arguments: at least one word; must not be changed
 */
public record Command(List<byte[]> words) {
  /** The approximate memory of a word besides its content, in bytes. */
  static final int WORD_OVERHEAD = 40;

  /** The maximum number of characters of a 64-bit number, including the sign. */
  private static final int LONGEST_NUMBER = 20;

  public Command {
    if (words.isEmpty()) {
      throw new IllegalArgumentException("a command without a name");
    }
  }

  /** The number of words, including the name. */
  public int size() {
    return words.size();
  }

  /** The name, in capitals. */
  public String name() {
    return capitals(0);
  }

  /** A word in capitals, to compare options. Bytes are read as ISO 8859-1. */
  public String capitals(int index) {
    return new String(words.get(index), StandardCharsets.ISO_8859_1).toUpperCase(Locale.ROOT);
  }

  /** A word as text; empty if the word is not valid UTF-8. */
  public Optional<String> text(int index) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(words.get(index))).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  /**
   * A word as an integer, in the form of Redis: digits with or without a minus, no space, no plus,
   * no leading zero. Empty if the word has another form, or does not fit into 64 bits.
   */
  public OptionalLong integer(int index) {
    byte[] digits = words.get(index);
    return Digits.read(digits, 0, digits.length);
  }

  /** The approximate memory of the command, in bytes. */
  public int bytes() {
    int bytes = 0;
    for (byte[] word : words) {
      bytes += word.length + WORD_OVERHEAD;
    }
    return bytes;
  }

  /** Reads integers. */
  static final class Digits {
    private Digits() {}

    /** The number in the bytes before {@code to}; empty if there is none, or it exceeds 64 bits. */
    static OptionalLong read(byte[] bytes, int from, int to) {
      int length = to - from;
      if (length == 0 || length > LONGEST_NUMBER) {
        return OptionalLong.empty();
      }
      boolean negative = bytes[from] == '-';
      int first = negative ? from + 1 : from;
      if (first == to || (bytes[first] == '0' && (negative || to - first > 1))) {
        return OptionalLong.empty();
      }
      // negative, because the range of negative numbers has one number more
      long number = 0;
      for (int i = first; i < to; i++) {
        int digit = bytes[i] - '0';
        if (digit < 0 || digit > 9 || number < (Long.MIN_VALUE + digit) / 10) {
          return OptionalLong.empty();
        }
        number = number * 10 - digit;
      }
      if (!negative && number == Long.MIN_VALUE) {
        return OptionalLong.empty();
      }
      return OptionalLong.of(negative ? number : -number);
    }
  }
}
