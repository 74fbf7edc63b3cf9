package io.quipu.testing.sim;

import io.quipu.engine.names.Breakdowns;
import io.quipu.engine.names.Series;
import io.quipu.engine.state.Event;
import io.quipu.testing.sim.core.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Labels of events. The value of the first is that of the event, whoever sends it; that of the
 * second changes each time the event is sent; the third was added later: the first events do not
 * have it.
 */
final class DrawnSeries {
  /** The breakdowns by the labels. */
  static final Map<String, String> SETTINGS =
      Map.of(Breakdowns.LABELS, "a,b,c", Breakdowns.BREAKDOWNS, "a;b;c");

  /** The breakdowns that all events are in. */
  static final int OF_ALL = 2;

  private static final int VALUES = 3;
  private static final int ADDED_LATER = 8;

  private DrawnSeries() {}

  /** The event with labels. */
  static Event of(Event event, int digit, SeededRandom random) {
    List<String> keys = new ArrayList<>();
    keys.add(key(0, digit % VALUES));
    keys.add(key(1, random.below(VALUES)));
    if (isLater(digit)) {
      keys.add(key(OF_ALL, digit % VALUES));
    }
    return event.of(keys);
  }

  /** The key of a series that all events may be in. */
  static String any(SeededRandom random) {
    return key(random.below(OF_ALL), random.below(VALUES));
  }

  private static String key(int breakdown, int value) {
    return new Series(breakdown, List.of(Integer.toString(value))).key();
  }

  /** Whether an event has the label that was added later. */
  static boolean isLater(int digit) {
    return digit >= ADDED_LATER;
  }

  /** Whether an event may count in a series. */
  static boolean mayCount(int digit, String key) {
    Series series = Series.of(key);
    String value = Integer.toString(digit % VALUES);
    return series.breakdown() == 1
        || (series.values().equals(List.of(value)) && (series.breakdown() == 0 || isLater(digit)));
  }
}
