package io.quipu.edge.resp.protocol;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads commands from bytes that arrive in pieces of any size. A command is an array of bulk
 * strings, or a line as a person types it. The parser reads a command only when {@link #next} is
 * called. Until then it holds the unread bytes, and the words of at most one unfinished command.
 *
 * <p>Confined to the context of its connection.
 */
public final class CommandParser {
  /** The maximum length of a command in one line, in bytes, as in Redis. */
  static final int LINE_BYTES = 64 * 1024;

  /** The maximum length of a line that holds a number, in bytes. */
  private static final int NUMBER_BYTES = 32;

  private static final int NONE = -1;
  private static final byte[] NOTHING = {};

  private CommandBounds bounds;
  private byte[] input = NOTHING;
  private int from;
  private int to;

  /** Tells whether {@link #input} is an own array of the parser, which it may change. */
  private boolean owned;

  /** The index up to which {@link #line} has searched for the end of the current line. */
  private int looked;

  /** The words of an array that has not arrived completely; null if there is no such array. */
  private @Nullable List<byte[]> words;

  private int wanted;
  private int length = NONE;
  private int bytes;

  public CommandParser(CommandBounds bounds) {
    this.bounds = bounds;
  }

  /** Replaces the bounds, because the client has authenticated or is no longer authenticated. */
  public void bind(CommandBounds others) {
    bounds = others;
  }

  /** Appends bytes to the input. The parser may keep the given array, but never changes it. */
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

  /** Copies the unread bytes to an array at least twice as large, so that copies are rare. */
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

  /** The approximate memory of the unread bytes and of an unfinished command, in bytes. */
  public int held() {
    int whole = words == null ? 0 : words.size();
    return to - from + bytes + whole * Command.WORD_OVERHEAD;
  }

  /**
   * Tells whether bytes of the next command have arrived. The command may even have arrived
   * completely, if {@link #next} has not been called since.
   */
  public boolean isInCommand() {
    return from != to || words != null;
  }

  /**
   * Reads the next command, and skips empty lines and empty arrays before it.
   *
   * @return null if the command has not arrived completely
   * @throws ProtocolError if the input is no command or exceeds a bound; then nothing more can be
   *     read
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
   * Reads the first line of a command.
   *
   * @return the words of a command in one line; the empty {@link #words} to fill for an array; an
   *     empty list for an empty line or array; null if the line has not arrived completely
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

  /**
   * Finds the end of the text of the next line; {@link #NONE} if the end has not arrived.
   *
   * @throws ProtocolError if more than {@code most} bytes come before the line feed
   */
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

  /** Skips the line with its line end. The text of the line ends at this index. */
  private void skip(int end) {
    from = input[end] == '\r' && input[end + 1] == '\n' ? end + 2 : end + 1;
    looked = from;
  }
}
