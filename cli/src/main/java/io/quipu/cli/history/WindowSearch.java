package io.quipu.cli.history;

import io.quipu.cli.history.CounterReader.Windows;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Reads the windows of a counter or of one of its series: the longest first, then shorter ones
 * where there is anything.
 *
 * @param kept the lengths that the namespace keeps, the longest first
 */
record WindowSearch(CounterReader reader, List<WindowLength> kept) {
  /** The maximum number of windows of one answer. */
  private static final long WINDOWS = 10_000;

  /** The maximum number of empty windows between two, for which there are not two requests. */
  private static final long GAP = 24;

  /** How far back windows are looked for first, and how far at most, in seconds. */
  private static final long YEAR = 366 * WindowLength.DAY.seconds();

  private static final long OLDEST = 110 * YEAR;

  /** How far ahead of this clock an event may be, in seconds. */
  private static final long AHEAD = 600;

  private static final int ATTEMPTS = 4;

  /**
   * The longest windows.
   *
   * @param before the start of the window before all that are kept
   * @param rest what was counted in none of them
   */
  record Longest(NavigableMap<Long, Amount> amounts, long before, Amount rest) {}

  /** A time with windows, in seconds of Unix time; the end is exclusive. */
  record Run(long from, long to) {
    /** The windows that start in this time. */
    <T> NavigableMap<Long, T> of(NavigableMap<Long, T> windows) {
      return new TreeMap<>(windows.subMap(from, true, to, false));
    }
  }

  /**
   * Reads the longest windows.
   *
   * @param count the count that the series had a while ago
   * @param now the time, in seconds of Unix time
   */
  Longest longest(Labels series, Amount count, long now) {
    Amount counted = count;
    for (int left = ATTEMPTS; ; left--) {
      Longest found = readBackwards(series, counted, now);
      // without a rest, events that came meanwhile are in windows already
      Amount again = found.rest.isZero() ? counted : reader.count(series);
      if (again.equals(counted) || left == 0) {
        return found;
      }
      counted = again;
    }
  }

  /** Reads the longest windows, until all that was counted is in them. */
  private Longest readBackwards(Labels series, Amount count, long now) {
    WindowLength length = kept.get(0);
    NavigableMap<Long, Amount> amounts = new TreeMap<>();
    Amount rest = count;
    long to = start(now + AHEAD, length) + length.seconds();
    long from = to - Math.min(WINDOWS * length.seconds(), start(YEAR, length));
    Long keptFrom = null;
    do {
      Windows some = reader.windows(series, length, from, to);
      amounts.putAll(some.amounts());
      rest = rest.minus(Amount.sum(some.amounts().values()));
      keptFrom = some.keptFrom();
      to = from;
      from = to - WINDOWS * length.seconds();
    } while (keptFrom == null && rest.events() > 0 && to > now - OLDEST);
    long first = amounts.isEmpty() ? now : amounts.firstKey();
    long before = start(keptFrom == null ? first : keptFrom, length) - length.seconds();
    return new Longest(amounts, before, rest.events() > 0 ? rest : Amount.ZERO);
  }

  /**
   * Reads the shortest windows of some of the longest. What shorter windows lack, because they are
   * kept for a shorter time, is at the start of the longer one.
   */
  NavigableMap<Long, Amount> shortest(Labels series, NavigableMap<Long, Amount> longest) {
    return shortest(series, 0, longest);
  }

  private NavigableMap<Long, Amount> shortest(
      Labels series, int level, NavigableMap<Long, Amount> windows) {
    if (level + 1 == kept.size() || windows.isEmpty()) {
      return windows;
    }
    WindowLength length = kept.get(level);
    WindowLength shorter = kept.get(level + 1);
    NavigableMap<Long, Amount> found = new TreeMap<>();
    long keptFrom = Long.MIN_VALUE;
    for (Run run : runs(windows.keySet(), length, GAP, WINDOWS * shorter.seconds())) {
      Windows some = reader.windows(series, shorter, run.from, run.to);
      found.putAll(some.amounts());
      Long from = some.keptFrom();
      keptFrom = from == null ? keptFrom : Math.max(keptFrom, from);
    }
    NavigableMap<Long, Amount> inside = new TreeMap<>();
    NavigableMap<Long, Amount> lacking = new TreeMap<>();
    for (Map.Entry<Long, Amount> window : windows.entrySet()) {
      long start = window.getKey();
      NavigableMap<Long, Amount> some = new Run(start, start + length.seconds()).of(found);
      inside.putAll(some);
      Amount rest = window.getValue().minus(Amount.sum(some.values()));
      // otherwise events came meanwhile, which are in the shorter windows only
      if (rest.isOfEvents() || start < keptFrom) {
        lacking.put(start, rest);
      }
    }
    NavigableMap<Long, Amount> shortest = shortest(series, level + 1, inside);
    lacking.forEach((start, rest) -> shortest.merge(start, rest, Amount::plus));
    shortest.values().removeIf(Amount::isZero);
    return shortest;
  }

  /** The time of one of the longest windows. */
  Run window(long start) {
    return new Run(start, start + kept.get(0).seconds());
  }

  /** Joins the starts of the longest windows to times whose shortest windows fit one answer. */
  List<Run> runs(Collection<Long> starts) {
    WindowLength shortest = kept.get(kept.size() - 1);
    return runs(starts, kept.get(0), WINDOWS, WINDOWS * shortest.seconds());
  }

  private static List<Run> runs(Collection<Long> starts, WindowLength length, long gap, long most) {
    List<Run> runs = new ArrayList<>();
    for (long start : starts) {
      Run last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
      long end = start + length.seconds();
      if (last != null && end - last.from <= most && start - last.to <= gap * length.seconds()) {
        runs.set(runs.size() - 1, new Run(last.from, end));
      } else {
        runs.add(new Run(start, end));
      }
    }
    return runs;
  }

  private static long start(long second, WindowLength length) {
    return Math.floorDiv(second, length.seconds()) * length.seconds();
  }
}
