package io.quipu.edge.resp.protocol;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads commands out of bytes that come in pieces of any size: arrays of bulk strings, or lines as
 * somebody types them. One command at a time, when it is asked for: what was not asked for stays
 * bytes. It holds at most what was fed since the last command, and as much as one command may have.
 *
 * <p>Confined to whoever feeds it.
 */
public final class CommandParser {
  /** Longest line that is a command, in bytes: as Redis has it. */
  static final int LINE_BYTES = 64 * 1024;

  /** Longest line that is a number. */
  private static final int NUMBER_BYTES = 32;

  private static final int NONE = -1;
  private static final byte[] NOTHING = {};

  private CommandBounds bounds;
  private byte[] input = NOTHING;
  private int from;
  private int to;

  /** Tells whether the input is a copy, and may be written to. */
  private boolean owned;

  /** Up to where no end of the line was found. */
  private int looked;

  /** Words of an array that has not come in full; null between commands. */
  private @Nullable List<byte[]> words;

  private int wanted;
  private int length = NONE;
  private int bytes;

  public CommandParser(CommandBounds bounds) {
    this.bounds = bounds;
  }

  /** Other bounds from now on: for somebody who is known by now, or not any more. */
  public void bind(CommandBounds others) {
    bounds = others;
  }

  /** Takes more bytes, after those before. They are not changed, and may be kept. */
  public void feed(byte[] some) {
    if (from == to) {
      input = some;
      owned = false;
      from = 0;
      looked = 0;
      to = some.length;
      return;
    }
    if (!owned || input.length - to < some.length) {
      grow(some.length);
    }
    System.arraycopy(some, 0, input, to, some.length);
    to += some.length;
  }

  /** Makes room behind what is held, twice as much as that so that copies are few. */
  private void grow(int more) {
    int rest = to - from;
    byte[] larger = new byte[Math.max(rest + more, 2 * rest)];
    System.arraycopy(input, from, larger, 0, rest);
    input = larger;
    owned = true;
    looked -= from;
    from = 0;
    to = rest;
  }

  /**
   * About how much memory it takes, in bytes: of a command that has not come in full, and of those
   * after it.
   */
  public int held() {
    int whole = words == null ? 0 : words.size();
    return to - from + bytes + whole * Command.WORD_OVERHEAD;
  }

  /**
   * Tells whether something of the next command has come; it may be in full if it was not asked
   * for.
   */
  public boolean isInCommand() {
    return from != to || words != null;
  }

  /**
   * The next command; null if it has not come in full.
   *
   * @throws ProtocolError if what has come is none, or too large; nothing can be read after it
   */
  public @Nullable Command next() {
    while (true) {
      List<byte[]> some = words == null ? begin() : words;
      if (some == null) {
        return null;
      }
      if (words == null) {
        if (some.isEmpty()) {
          continue;
        }
        return new Command(some);
      }
      while (some.size() < wanted) {
        byte[] word = word();
        if (word == null) {
          return null;
        }
        some.add(word);
        bytes += word.length;
      }
      words = null;
      bytes = 0;
      return new Command(some);
    }
  }

  /**
   * Reads the first line of a command: the words of one that is a line, none for nothing, the words
   * to be filled of an array; null if it has not come in full.
   */
  private @Nullable List<byte[]> begin() {
    if (from == to) {
      return null;
    }
    if (input[from] != '*') {
      return inline();
    }
    int end = line(NUMBER_BYTES, "too big mbulk count string");
    if (end == NONE) {
      return null;
    }
    OptionalLong count = Command.Digits.read(input, from + 1, end);
    if (count.isEmpty() || count.getAsLong() > Integer.MAX_VALUE) {
      throw new ProtocolError("invalid multibulk length");
    }
    if (count.getAsLong() > bounds.words()) {
      throw tooLarge("multibulk");
    }
    skip(end);
    if (count.getAsLong() <= 0) {
      return List.of();
    }
    wanted = (int) count.getAsLong();
    List<byte[]> begun = new ArrayList<>(Math.min(wanted, 8));
    words = begun;
    return begun;
  }

  private @Nullable List<byte[]> inline() {
    int end = line(Math.min(LINE_BYTES, bounds.bytes()), "too big inline request");
    if (end == NONE) {
      return null;
    }
    List<byte[]> some = InlineWords.of(input, from, end);
    skip(end);
    return some;
  }

  private byte @Nullable [] word() {
    if (length == NONE && !beginWord()) {
      return null;
    }
    if (to - from < length + 2) {
      return null;
    }
    if (input[from + length] != '\r' || input[from + length + 1] != '\n') {
      throw new ProtocolError("expected the end of a bulk string");
    }
    byte[] word = Arrays.copyOfRange(input, from, from + length);
    from += length + 2;
    looked = from;
    length = NONE;
    return word;
  }

  private boolean beginWord() {
    if (from == to) {
      return false;
    }
    if (input[from] != '$') {
      char other = (char) (input[from] & 0xff);
      throw new ProtocolError(
          "expected '$', got '" + (other > ' ' && other < 0x7f ? other : '?') + "'");
    }
    int end = line(NUMBER_BYTES, "too big bulk count string");
    if (end == NONE) {
      return false;
    }
    OptionalLong count = Command.Digits.read(input, from + 1, end);
    if (count.isEmpty() || count.getAsLong() < 0) {
      throw new ProtocolError("invalid bulk length");
    }
    if (count.getAsLong() > bounds.wordBytes() || bytes + count.getAsLong() > bounds.bytes()) {
      throw tooLarge("bulk");
    }
    length = (int) count.getAsLong();
    skip(end);
    return true;
  }

  private ProtocolError tooLarge(String what) {
    return new ProtocolError(
        (bounds.equals(CommandBounds.OF_STRANGERS) ? "unauthenticated " : "invalid ")
            + what
            + " length");
  }

  /** Where the text of the next line ends; {@link #NONE} if that has not come. */
  private int line(int most, String complaint) {
    int end = looked;
    while (end < to && input[end] != '\n') {
      end++;
    }
    looked = end;
    if (end - from > most) {
      throw new ProtocolError(complaint);
    }
    if (end == to) {
      return NONE;
    }
    return end > from && input[end - 1] == '\r' ? end - 1 : end;
  }

  /** Goes on after the line whose text ends there. */
  private void skip(int end) {
    from = input[end] == '\r' && input[end + 1] == '\n' ? end + 2 : end + 1;
    looked = from;
  }
}
