package io.quipu.cli.history;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/** Reads a counter and its series, each named by its labels. */
public interface CounterReader {
  /**
   * Windows with anything in them.
   *
   * @param amounts by the start of the window, in seconds of Unix time
   * @param keptFrom the point before which windows are not kept any more, in the same seconds; null
   *     if all that were asked for are kept
   */
  record Windows(NavigableMap<Long, Amount> amounts, @Nullable Long keptFrom) {}

  /** Reads the count. */
  Amount count(Labels series);

  /** Reads the counts of all series of a breakdown. */
  Map<Labels, Amount> series(List<String> breakdown);

  /**
   * Reads windows.
   *
   * @param from the start of the first, in seconds of Unix time
   * @param to the end of the last; at most 10,000 windows after {@code from}
   */
  Windows windows(Labels series, WindowLength length, long from, long to);
}
