package io.quipu.query;

import io.quipu.counter.EventTime;
import io.quipu.counter.Granularity;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import io.quipu.store.Checkpoint;
import java.math.BigInteger;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * One day held against its rows: each window, and each window against those that it is the sum of.
 * Confined to one context.
 */
final class DayRecount implements IdHistory.Decisions {
  private final Window day;
  private final EventTime from;
  private final EventTime until;
  private final Map<Window, Tally> stored = new HashMap<>();
  private final Map<Window, Tally> rows = new HashMap<>();
  private final Set<Window> unknown = new HashSet<>();
  private final Set<Granularity> unmoved = EnumSet.noneOf(Granularity.class);
  private BigInteger drift = BigInteger.ZERO;
  private long checked;

  /**
   * @param from where the retained rows begin
   * @param until of the checkpoint; windows that end later are open, and may have moved since
   */
  DayRecount(Window day, EventTime from, EventTime until) {
    this.day = day;
    this.from = from;
    this.until = until;
  }

  /**
   * Settled windows of the day, of one granularity.
   *
   * @param at the checkpoint at which they stood so
   */
  void stored(Granularity granularity, Map<Window, Tally> windows, Checkpoint at) {
    if (at.until().equals(until)) {
      unmoved.add(granularity);
    }
    windows.forEach(
        (window, tally) -> {
          if (isKnown(window)) {
            stored.put(window, tally);
          }
        });
  }

  /** Whether what is stored of a window is what the checkpoint says, as it is over or unmoved. */
  private boolean isKnown(Window window) {
    return !window.end().isAfter(until)
        || (unmoved.contains(window.granularity()) && window.start().isBefore(until));
  }

  void add(EventTime at, Tally tally) {
    for (Granularity granularity : Granularity.values()) {
      rows.merge(granularity.windowOf(at), tally, Tally::plus);
    }
  }

  @Override
  public void counts(EventTime at, long delta) {
    add(at, Tally.of(delta, 1));
  }

  @Override
  public void unknown(EventTime at) {
    for (Granularity granularity : Granularity.values()) {
      unknown.add(granularity.windowOf(at));
    }
  }

  /** To be called once, when everything was added. */
  void check() {
    Set<Window> all = new HashSet<>(stored.keySet());
    rows.keySet().stream().filter(this::isKnown).forEach(all::add);
    for (Window window : all) {
      Tally says = stored.getOrDefault(window, Tally.ZERO);
      if (isComparable(window)) {
        checked++;
        off(says, rows.getOrDefault(window, Tally.ZERO));
      }
      if (window.granularity() != Granularity.MINUTE && isSumKnown(window)) {
        off(says, sum(window));
      }
    }
  }

  /** Whether all of its rows are there, and are known to count or not to count. */
  private boolean isComparable(Window window) {
    return !window.start().isBefore(from) && !unknown.contains(window);
  }

  private void off(Tally says, Tally is) {
    drift = drift.add(difference(says, is));
  }

  /** How far apart two tallies are, in count or in events; zero only if they are equal. */
  static BigInteger difference(Tally one, Tally other) {
    BigInteger counts = one.count().subtract(other.count()).abs();
    return counts.max(BigInteger.valueOf(Math.abs(one.events() - other.events())));
  }

  private boolean isSumKnown(Window window) {
    return !window.end().isAfter(until) || unmoved.contains(finer(window));
  }

  private static Granularity finer(Window window) {
    return window.granularity() == Granularity.DAY ? Granularity.HOUR : Granularity.MINUTE;
  }

  /** Of the next finer windows within, as stored. */
  private Tally sum(Window within) {
    Granularity granularity = finer(within);
    Tally sum = Tally.ZERO;
    for (Map.Entry<Window, Tally> entry : stored.entrySet()) {
      Window window = entry.getKey();
      if (window.granularity() == granularity
          && !window.start().isBefore(within.start())
          && window.start().isBefore(within.end())) {
        sum = sum.plus(entry.getValue());
      }
    }
    return sum;
  }

  /** What the minutes that were compared have stored. */
  Tally comparedStored() {
    return compared(stored);
  }

  /** What the rows of the same minutes come to. */
  Tally comparedRows() {
    return compared(rows);
  }

  private Tally compared(Map<Window, Tally> windows) {
    Tally sum = Tally.ZERO;
    for (Map.Entry<Window, Tally> entry : windows.entrySet()) {
      Window window = entry.getKey();
      if (window.granularity() == Granularity.MINUTE && isKnown(window) && isComparable(window)) {
        sum = sum.plus(entry.getValue());
      }
    }
    return sum;
  }

  /** The minutes that are over, as stored. */
  Tally storedMinutes() {
    Tally sum = Tally.ZERO;
    for (Map.Entry<Window, Tally> entry : stored.entrySet()) {
      Window window = entry.getKey();
      if (window.granularity() == Granularity.MINUTE && !window.end().isAfter(until)) {
        sum = sum.plus(entry.getValue());
      }
    }
    return sum;
  }

  /** Whether the checkpoint stands in this day. */
  boolean isOpen() {
    return !until.isBefore(day.start()) && until.isBefore(day.end());
  }

  /** The rows of the minute that is still open at {@code until}. */
  Tally openRows() {
    return rows.getOrDefault(Granularity.MINUTE.windowOf(until), Tally.ZERO);
  }

  /** Whether that minute has rows of which it is not known whether they count. */
  boolean openIsUnknown() {
    return unknown.contains(Granularity.MINUTE.windowOf(until));
  }

  /** All rows of the day. */
  Tally rows() {
    return rows.getOrDefault(day, Tally.ZERO);
  }

  BigInteger drift() {
    return drift;
  }

  long checked() {
    return checked;
  }
}
