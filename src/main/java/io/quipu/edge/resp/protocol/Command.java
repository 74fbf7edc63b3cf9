package io.quipu.edge.resp.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A command as it was sent: its name and what follows, each any bytes.
 *
 * @param words at least one; nobody changes them
 */
public record Command(List<byte[]> words) {
  /** The bytes of a word besides its text, about. */
  static final int WORD_OVERHEAD = 40;

  /** As many digits as any number of 64 bits has, with its sign. */
  private static final int LONGEST_NUMBER = 20;

  public Command {
    if (words.isEmpty()) {
      throw new IllegalArgumentException("a command without a name");
    }
  }

  /** How many words there are, the name included. */
  public int size() {
    return words.size();
  }

  /** The name, in capitals. */
  public String name() {
    return capitals(0);
  }

  /** A word in capitals, as options are compared; bytes that are no ASCII become others. */
  public String capitals(int index) {
    return new String(words.get(index), StandardCharsets.ISO_8859_1).toUpperCase(Locale.ROOT);
  }

  /** A word; empty if it is not valid UTF-8. */
  public Optional<String> text(int index) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(words.get(index))).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  /**
   * A word that is an integer as Redis reads it: digits with or without a minus, no space, no plus,
   * no zero before others. Empty if it is none, or does not fit 64 bits.
   */
  public OptionalLong integer(int index) {
    byte[] digits = words.get(index);
    return Digits.read(digits, 0, digits.length);
  }

  /** About how much memory it takes, in bytes. */
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

    /** The number in some bytes; empty if they are none. */
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
      // as a negative number, of which there is one more
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
