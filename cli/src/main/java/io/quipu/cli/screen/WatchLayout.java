package io.quipu.cli.screen;

import java.util.Collection;

/**
 * The widths of the columns of {@code watch} in a terminal: name, count, rate, and a line with a
 * block for each of the last seconds. The line of blocks gets the width that is left, at most
 * {@link #MOST_SECONDS}.
 *
 * @param name characters for the name
 * @param count characters for the count
 * @param seconds the number of blocks; 0 if there is no room for {@link #LEAST_SECONDS} blocks
 */
record WatchLayout(int name, int count, int seconds) {
  /** The maximum number of blocks. */
  static final int MOST_SECONDS = 24;

  private static final int LEAST_SECONDS = 5;
  private static final int LONGEST_NAME = 40;
  private static final int SHORTEST_NAME = 10;
  private static final int RATE = 12;
  private static final String GAP = "  ";

  static WatchLayout of(int columns, Collection<String> names, Collection<String> counts) {
    int longestName = names.stream().mapToInt(String::length).max().orElse(0);
    int count = counts.stream().mapToInt(String::length).max().orElse(0);
    int left = columns - count - RATE - 2 * GAP.length();
    int name = Math.min(Math.min(longestName, LONGEST_NAME), Math.max(SHORTEST_NAME, left));
    int seconds = Math.min(MOST_SECONDS, left - name - GAP.length());
    return new WatchLayout(name, count, seconds < LEAST_SECONDS ? 0 : seconds);
  }

  /** Makes the line of a counter. */
  String line(String counter, String counted, String rate, String blocks) {
    String shown =
        counter.length() <= name ? counter : counter.substring(0, Math.max(0, name - 1)) + "…";
    String line =
        padded(shown, name) + GAP + " ".repeat(Math.max(0, count - counted.length())) + counted;
    line += GAP + " ".repeat(Math.max(0, RATE - rate.length())) + rate;
    return seconds == 0 ? line : line + GAP + blocks.substring(blocks.length() - seconds);
  }

  private static String padded(String text, int length) {
    return text + " ".repeat(Math.max(0, length - text.length()));
  }
}
