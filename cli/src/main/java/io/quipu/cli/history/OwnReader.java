package io.quipu.cli.history;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Reads what a counter has by itself, where names are paths: an event counts for all levels above
 * its counter, too, and would count there once more if it were a line of theirs.
 *
 * @param below the counters directly below
 */
public record OwnReader(CounterReader whole, List<? extends CounterReader> below)
    implements CounterReader {
  @Override
  public Amount count(Labels series) {
    Amount count = whole.count(series);
    for (CounterReader one : below) {
      count = count.minus(one.count(series));
    }
    return count;
  }

  @Override
  public Map<Labels, Amount> series(List<String> breakdown) {
    Map<Labels, Amount> counts = new LinkedHashMap<>(whole.series(breakdown));
    below.forEach(one -> take(one.series(breakdown), counts));
    return counts;
  }

  @Override
  public Windows windows(Labels series, WindowLength length, long from, long to) {
    Windows windows = whole.windows(series, length, from, to);
    NavigableMap<Long, Amount> amounts = new TreeMap<>(windows.amounts());
    below.forEach(one -> take(one.windows(series, length, from, to).amounts(), amounts));
    return new Windows(amounts, windows.keptFrom());
  }

  private static <K extends Comparable<K>> void take(Map<K, Amount> away, Map<K, Amount> amounts) {
    away.forEach((key, amount) -> amounts.merge(key, Amount.ZERO.minus(amount), Amount::plus));
    amounts.values().removeIf(Amount::isZero);
  }
}
