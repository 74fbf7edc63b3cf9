package io.quipu.edge.resp.protocol;

/**
 * How large a command may be that is read.
 *
 * @param words most words, its name included
 * @param wordBytes longest word, in bytes
 * @param bytes most of all words together, or of a command that is one line
 */
public record CommandBounds(int words, int wordBytes, int bytes) {
  /** Of somebody who has not said who they are: room for a long token. */
  public static final CommandBounds OF_STRANGERS = new CommandBounds(10, 16 * 1024, 20 * 1024);

  /** Room for 1,000 of the longest names, or as many values as a request may have. */
  public static final CommandBounds USUAL = new CommandBounds(10_002, 16 * 1024, 1024 * 1024);
}
