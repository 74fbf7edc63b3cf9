package io.quipu.edge.resp.protocol;

/**
 * The bounds of a command that is read.
 *
 * @param words most words of a command, its name included
 * @param wordBytes longest word, in bytes
 * @param bytes most bytes of all words together, or of a command in one line
 */
public record CommandBounds(int words, int wordBytes, int bytes) {
  /** For a client that has not authenticated: room for a long token. */
  public static final CommandBounds OF_STRANGERS = new CommandBounds(10, 16 * 1024, 20 * 1024);

  /** Room for 1,000 of the longest names, or for the most values of one request. */
  public static final CommandBounds USUAL = new CommandBounds(10_002, 16 * 1024, 1024 * 1024);
}
