package io.quipu.edge.resp.protocol;

/**
 * The bounds of a command of a client.
 *
 * @param words the maximum number of words of an array, including the name of the command
 * @param wordBytes the maximum length of a word of an array, in bytes
 * @param bytes the maximum number of bytes of all words of an array, or of a command in one line
 */
public record CommandBounds(int words, int wordBytes, int bytes) {
  /** The bounds for a client that has not authenticated. A long token fits. */
  public static final CommandBounds OF_STRANGERS = new CommandBounds(10, 16 * 1024, 20 * 1024);

  /** The usual bounds. 1,000 of the longest names fit, or 10,000 values and two other words. */
  public static final CommandBounds USUAL = new CommandBounds(10_002, 16 * 1024, 1024 * 1024);
}
