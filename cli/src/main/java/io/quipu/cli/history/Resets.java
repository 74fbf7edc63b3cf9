package io.quipu.cli.history;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds what resets have left. No event takes away events, so a window in which more was taken away
 * than counted cannot be imported. A reset takes away all that was counted before it, so what is
 * left of the windows up to it was counted after it, in the window of the reset.
 */
final class Resets {
  private Resets() {}

  /**
   * Returns the start of the window of the last reset, with which the history of a counter and its
   * series begins anew; null if there is none.
   *
   * @param before what each series has counted before its first window
   */
  static @Nullable Long last(
      Map<Labels, Amount> before, Map<Labels, NavigableMap<Long, Amount>> windows) {
    Map<Labels, Amount> sums = new HashMap<>(before);
    TreeSet<Long> starts = new TreeSet<>();
    windows.values().forEach(some -> starts.addAll(some.keySet()));
    Long last = null;
    boolean open = false;
    for (Long start : starts) {
      for (Map.Entry<Labels, NavigableMap<Long, Amount>> of : windows.entrySet()) {
        Amount amount = of.getValue().getOrDefault(start, Amount.ZERO);
        open |= lacks(amount);
        sums.merge(of.getKey(), amount, Amount::plus);
      }
      if (open) {
        last = start;
        open = sums.values().stream().anyMatch(Resets::lacks);
      }
    }
    return last;
  }

  private static boolean lacks(Amount amount) {
    return !amount.isZero() && !amount.isOfEvents();
  }

  /**
   * Returns the windows from one on, with all that was counted before it in that one.
   *
   * @param last the start of the window; null to leave all as they are
   * @param before what was counted before the first window
   */
  static NavigableMap<Long, Amount> since(
      @Nullable Long last, Amount before, NavigableMap<Long, Amount> windows) {
    if (last == null) {
      return windows;
    }
    NavigableMap<Long, Amount> since = new TreeMap<>(windows.tailMap(last, true));
    since.merge(last, before.plus(Amount.sum(windows.headMap(last).values())), Amount::plus);
    since.values().removeIf(Amount::isZero);
    return since;
  }
}
