package io.quipu.engine.names;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.Limits;
import io.quipu.engine.input.Utf8;
import io.quipu.engine.input.Utf8Order;

/**
 * A range of names of counters, in the order of their UTF-8 bytes ({@link Utf8Order}).
 *
 * @param from inclusive; may be empty
 * @param before exclusive
 */
public record NameRange(String from, String before) {
  /** A text after all names: the last code point, repeated to more than the longest name. */
  private static final String END =
      Character.toString(Character.MAX_CODE_POINT).repeat(Limits.NAME_BYTES / 4 + 1);

  /** All names. */
  public static final NameRange ALL = new NameRange("", END);

  /**
   * The names that begin with a prefix, including the prefix itself.
   *
   * @param prefix may be empty
   * @throws InvalidInput naming {@code prefix} if the prefix is not valid UTF-8 or too long
   */
  public static NameRange of(String prefix) {
    int bytes = Utf8.length(prefix);
    if (bytes < 0) {
      throw new InvalidInput("prefix", "prefix is not valid UTF-8");
    }
    if (bytes > Limits.NAME_BYTES) {
      throw new InvalidInput(
          "prefix",
          "prefix is " + bytes + " bytes long; at most " + Limits.NAME_BYTES + " are allowed");
    }
    return new NameRange(prefix, endOf(prefix));
  }

  /** The names that begin with a prefix, which may be longer than names of counters are. */
  static NameRange ofStored(String prefix) {
    return new NameRange(prefix, endOf(prefix));
  }

  /** The names of this range after a name; this range if the name is empty. */
  public NameRange after(String name) {
    String next = name.isEmpty() ? "" : name + '\0';
    return Utf8Order.INSTANCE.compare(next, from) > 0 ? new NameRange(next, before) : this;
  }

  public boolean isEmpty() {
    return Utf8Order.INSTANCE.compare(from, before) >= 0;
  }

  public boolean contains(String name) {
    return Utf8Order.INSTANCE.compare(name, from) >= 0
        && Utf8Order.INSTANCE.compare(name, before) < 0;
  }

  /** The first text after a prefix's names: the last character that has a successor is replaced. */
  private static String endOf(String prefix) {
    for (int end = prefix.length(); end > 0; ) {
      int last = prefix.codePointBefore(end);
      end -= Character.charCount(last);
      if (last != Character.MAX_CODE_POINT) {
        boolean meetsSurrogates = last + 1 == Character.MIN_SURROGATE;
        int next = meetsSurrogates ? Character.MAX_SURROGATE + 1 : last + 1;
        return prefix.substring(0, end) + Character.toString(next);
      }
    }
    return END;
  }
}
