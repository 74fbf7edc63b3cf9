package io.quipu.tools.cli.history;

import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Finds what resets have left. No event takes away events, so a window in which more was taken away
 * than counted cannot be imported. A reset takes away all that was counted before it, so what is
 * left of the windows up to it was counted after it: in the window of the reset.
 */
final class Resets {
  private Resets() {}

  /**
   * Returns the windows that begin the history anew, each with the sum of those before it that goes
   * into it: nothing but for the window of the last reset.
   *
   * @param before what was counted before the first window, and is in no other
   */
  static NavigableMap<Long, Amount> carried(Amount before, NavigableMap<Long, Amount> windows) {
    NavigableMap<Long, Amount> carried = new TreeMap<>();
    Amount sum = before;
    boolean open = !before.isZero();
    for (var window : windows.entrySet()) {
      Amount next = sum.plus(window.getValue());
      if (!open && window.getValue().isOfEvents()) {
        carried.put(window.getKey(), Amount.ZERO);
      } else {
        carried.clear();
        open = !next.isZero();
        if (next.isOfEvents()) {
          carried.put(window.getKey(), sum);
          open = false;
        }
      }
      sum = next;
    }
    return carried;
  }
}
