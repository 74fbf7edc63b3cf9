package io.quipu.cli.history;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Counters as the service counts them: events in windows of their own time, and in the series of
 * each breakdown. Windows are kept for a time, and hidden from the first whole one before it on.
 */
final class CountedEvents {
  /** An event; one that takes away is a reset. */
  record Counted(String counter, long time, Amount amount, Map<String, String> labels) {}

  private final Set<WindowLength> kept;
  private final List<List<String>> breakdowns;
  private final Map<WindowLength, Long> keptFrom = new EnumMap<>(WindowLength.class);
  private final List<Counted> events = new ArrayList<>();
  private int requests;

  CountedEvents(Set<WindowLength> kept, List<List<String>> breakdowns) {
    this.kept = kept;
    this.breakdowns = breakdowns;
  }

  /** Counters of the same settings that have counted nothing yet. */
  CountedEvents empty() {
    CountedEvents empty = new CountedEvents(kept, breakdowns);
    empty.keptFrom.putAll(keptFrom);
    return empty;
  }

  /** Keeps windows of a length from a time on. */
  void keep(WindowLength length, long from) {
    keptFrom.put(length, -Math.floorDiv(-from, length.seconds()) * length.seconds());
  }

  void add(String counter, long time, Amount amount, Map<String, String> labels) {
    events.add(new Counted(counter, time, amount, labels));
  }

  /** Takes away all that was counted before, in the counter and in its series. */
  void reset(String counter, long time) {
    Map<Map<String, String>, Amount> left = new HashMap<>();
    events.stream()
        .filter(event -> event.counter.equals(counter))
        .forEach(event -> left.merge(event.labels, event.amount, Amount::plus));
    left.forEach((labels, amount) -> add(counter, time, Amount.ZERO.minus(amount), labels));
  }

  Amount count(String counter) {
    return reader(counter).count(Labels.NONE);
  }

  int requests() {
    return requests;
  }

  /** The lines of the history of a counter, and what they do not hold. */
  Set<Note> export(CounterReader of, String counter, long now, CountedEvents into) {
    Map<WindowLength, Long> lengths = new EnumMap<>(WindowLength.class);
    kept.forEach(
        length -> lengths.put(length, now - keptFrom.getOrDefault(length, Long.MIN_VALUE / 2)));
    CounterHistory history = new CounterHistory(of, lengths, breakdowns);
    history.write(
        of.count(Labels.NONE),
        now,
        line ->
            into.add(
                counter,
                line.time() == null ? 0 : line.time().getEpochSecond(),
                line.amount(),
                line.labels()));
    return history.notes();
  }

  List<Counted> events() {
    return events;
  }

  /** All windows of a counter that are kept, and all series, to be compared. */
  Map<String, Object> everything(String counter, long from, long now) {
    Map<String, Object> all = new TreeMap<>();
    Set<Labels> series = new HashSet<>(Set.of(Labels.NONE));
    breakdowns.forEach(breakdown -> series.addAll(reader(counter).series(breakdown).keySet()));
    for (Labels one : series) {
      String name = one.values().toString();
      all.put(name, reader(counter).count(one));
      for (WindowLength length : kept) {
        all.put(name + length, reader(counter).windows(one, length, from, now).amounts());
      }
    }
    return all;
  }

  CounterReader reader(String counter) {
    return new CounterReader() {
      @Override
      public Amount count(Labels series) {
        requests++;
        return Amount.sum(of(series, event -> true).stream().map(Counted::amount).toList());
      }

      private List<Counted> of(Labels series, Predicate<Counted> some) {
        return events.stream()
            .filter(event -> event.counter.equals(counter))
            .filter(event -> values(event, series.values().keySet()).equals(series))
            .filter(some)
            .toList();
      }

      @Override
      public Map<Labels, Amount> series(List<String> breakdown) {
        requests++;
        Map<Labels, Amount> all = new HashMap<>();
        of(Labels.NONE, event -> true)
            .forEach(
                event ->
                    all.merge(values(event, new HashSet<>(breakdown)), event.amount, Amount::plus));
        all.values().removeIf(Amount::isZero);
        return all;
      }

      @Override
      public Windows windows(Labels series, WindowLength length, long from, long to) {
        requests++;
        Long first = keptFrom.get(length);
        NavigableMap<Long, Amount> windows = new TreeMap<>();
        of(series, event -> event.time >= from && event.time < to)
            .forEach(
                event ->
                    windows.merge(
                        Math.floorDiv(event.time, length.seconds()) * length.seconds(),
                        event.amount,
                        Amount::plus));
        windows.values().removeIf(Amount::isZero);
        @Nullable Long shown = first != null && from < first ? first : null;
        return new Windows(
            shown == null ? windows : new TreeMap<>(windows.tailMap(shown, true)), shown);
      }
    };
  }

  private static Labels values(Counted event, Set<String> labels) {
    Map<String, String> values = new HashMap<>();
    labels.forEach(label -> values.put(label, event.labels.getOrDefault(label, "")));
    return Labels.of(values);
  }

  /** Tells whether an import can record an amount as it is. */
  static boolean isLine(Amount amount) {
    return amount.isOfEvents()
        && amount.events() <= 10_000_000_000L
        && amount.count().abs().compareTo(BigInteger.TEN.pow(20)) < 0;
  }
}
