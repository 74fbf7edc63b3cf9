package io.quipu.edge.resp.protocol;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * The words of a command that a person typed as one line. White space or a zero byte separates
 * words, but not within quotes, as in Redis. Double quotes have the escapes {@code \n \r \t \b \a}
 * and {@code \xHH}; any other escaped character is itself. Single quotes have only the escape of a
 * single quote.
 */
final class InlineWords {
  private final byte[] line;
  private final int to;
  private int at;

  private InlineWords(byte[] line, int from, int to) {
    this.line = line;
    this.at = from;
    this.to = to;
  }

  /**
   * Splits a line into its words; empty if the line has only white space.
   *
   * @throws ProtocolError if a quote is not closed, or a closed quote is followed by more of a word
   */
  static List<byte[]> of(byte[] line, int from, int to) {
    return new InlineWords(line, from, to).words();
  }

  private List<byte[]> words() {
    List<byte[]> words = new ArrayList<>();
    while (true) {
      while (at < to && isSpace(line[at])) {
        at++;
      }
      if (at == to) {
        return words;
      }
      words.add(word());
    }
  }

  private byte[] word() {
    ByteArrayOutputStream word = new ByteArrayOutputStream();
    while (at < to && !isSpace(line[at])) {
      byte next = line[at++];
      if (next == '"' || next == '\'') {
        quoted(next, word);
        if (at < to && !isSpace(line[at])) {
          throw unbalanced();
        }
      } else {
        word.write(next);
      }
    }
    return word.toByteArray();
  }

  private void quoted(byte quote, ByteArrayOutputStream word) {
    while (at < to) {
      byte next = line[at++];
      if (next == quote) {
        return;
      }
      if (next == '\\' && quote == '"' && at < to) {
        escaped(word);
      } else if (next == '\\' && quote == '\'' && at < to && line[at] == '\'') {
        word.write(line[at++]);
      } else {
        word.write(next);
      }
    }
    throw unbalanced();
  }

  private void escaped(ByteArrayOutputStream word) {
    byte next = line[at++];
    if (next == 'x' && at + 1 < to && digit(line[at]) >= 0 && digit(line[at + 1]) >= 0) {
      word.write(digit(line[at]) * 16 + digit(line[at + 1]));
      at += 2;
      return;
    }
    word.write(
        switch (next) {
          case 'n' -> '\n';
          case 'r' -> '\r';
          case 't' -> '\t';
          case 'b' -> '\b';
          case 'a' -> 7;
          default -> next;
        });
  }

  private static int digit(byte hexadecimal) {
    return hexadecimal < 0 ? -1 : Character.digit(hexadecimal, 16);
  }

  private static boolean isSpace(byte some) {
    return some == ' ' || (some >= '\t' && some <= '\r') || some == 0;
  }

  private static ProtocolError unbalanced() {
    return new ProtocolError("unbalanced quotes in request");
  }
}
