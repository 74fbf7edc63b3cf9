package io.quipu.edge.resp.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What becomes of some bytes, however they are cut.
 *
 * @param commands the words of each, a character for each byte
 * @param error what ended it; empty if nothing did
 */
record ParsedCommands(List<List<String>> commands, String error) {
  /** Pieces of some bytes each, all commands of each asked for. */
  static ParsedCommands of(byte[] bytes, int piece, CommandBounds bounds) {
    CommandParser parser = new CommandParser(bounds);
    List<List<String>> commands = new ArrayList<>();
    try {
      for (int at = 0; at < bytes.length; at += piece) {
        parser.feed(Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + piece)));
        take(parser, commands);
        assertThat(parser.held()).isLessThanOrEqualTo(most(piece, bounds));
      }
      return new ParsedCommands(commands, "");
    } catch (ProtocolError error) {
      return new ParsedCommands(commands, error.detail());
    }
  }

  /** A line, or all words of a command with the frame of the last one; and what came after. */
  private static int most(int piece, CommandBounds bounds) {
    return Math.max(CommandParser.LINE_BYTES, bounds.bytes() + 64) + piece;
  }

  private static void take(CommandParser parser, List<List<String>> commands) {
    for (Command next = parser.next(); next != null; next = parser.next()) {
      commands.add(
          next.words().stream()
              .map(word -> new String(word, StandardCharsets.ISO_8859_1))
              .toList());
    }
  }
}
