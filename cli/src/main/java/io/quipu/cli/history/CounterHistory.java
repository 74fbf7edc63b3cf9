package io.quipu.cli.history;

import io.quipu.cli.history.WindowSearch.Longest;
import io.quipu.cli.history.WindowSearch.Run;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The history of one counter as lines: one for each of its shortest windows, and each series.
 *
 * <p>The longest windows of the counter and of its series are held, and up to 10,000 short ones of
 * each at a time.
 */
public final class CounterHistory {
  private final CounterReader reader;
  private final WindowSearch search;
  private final List<List<String>> breakdowns;
  private final Set<Note> notes = EnumSet.noneOf(Note.class);

  private final NavigableMap<Labels, NavigableMap<Long, Amount>> longest = new TreeMap<>();

  /** The start of the window of the last reset, of the longest windows; null if there is none. */
  private @Nullable Long reset;

  /**
   * @param kept how long the namespace keeps windows, in seconds
   * @param breakdowns the breakdowns of the namespace
   */
  public CounterHistory(
      CounterReader reader, Map<WindowLength, Long> kept, List<List<String>> breakdowns) {
    this.reader = reader;
    this.search = new WindowSearch(reader, WindowLength.useful(kept));
    this.breakdowns =
        breakdowns.stream()
            .sorted(Comparator.<List<String>>comparingInt(List::size).reversed())
            .toList();
  }

  /** The parts of the history that the lines do not hold which were written. */
  public Set<Note> notes() {
    return notes;
  }

  /**
   * Reads the counter, and writes its lines in the order of time.
   *
   * @param count the count that the counter had a while ago
   * @param now the time, in seconds of Unix time
   */
  public void write(Amount count, long now, Consumer<HistoryLine> to) {
    NavigableMap<Labels, Amount> counts = new TreeMap<>(Map.of(Labels.NONE, count));
    breakdowns.forEach(breakdown -> counts.putAll(reader.series(breakdown)));
    if (search.kept().isEmpty()) {
      counts.put(Labels.NONE, reader.count(Labels.NONE));
      write(null, counts, to);
      return;
    }
    readLongest(counts, now);
    reset = lastReset(Map.of(), longest);
    NavigableSet<Long> starts = new TreeSet<>();
    longest.values().forEach(windows -> starts.addAll(windows.keySet()));
    NavigableSet<Long> since = reset == null ? starts : starts.tailSet(reset, true);
    search.runs(since).forEach(run -> write(run, since.subSet(run.from(), run.to()), to));
  }

  private @Nullable Long lastReset(
      Map<Labels, Amount> before, Map<Labels, NavigableMap<Long, Amount>> windows) {
    Long last = Resets.last(before, windows);
    if (last != null) {
      notes.add(Note.RESET);
    }
    return last;
  }

  /**
   * Reads the longest windows: those of the counter after those of its series, so that it has all
   * events that these have. What is in none of them is put into the window before.
   */
  private void readLongest(NavigableMap<Labels, Amount> counts, long now) {
    NavigableMap<Labels, Longest> found = new TreeMap<>();
    counts
        .descendingMap()
        .forEach((series, count) -> found.put(series, search.longest(series, count, now)));
    Longest whole = found.firstEntry().getValue();
    found.forEach(
        (series, windows) -> {
          if (!windows.rest().isZero()) {
            notes.add(whole.rest().isZero() ? Note.LABELS : Note.WINDOWS);
            if (!whole.rest().isZero()) {
              windows.amounts().merge(whole.before(), windows.rest(), Amount::plus);
            }
          }
          longest.put(series, windows.amounts());
        });
  }

  /**
   * Reads the shortest windows of a time, and writes the lines.
   *
   * @param starts the starts of the longest windows in this time
   */
  private void write(Run run, Set<Long> starts, Consumer<HistoryLine> to) {
    Map<Labels, NavigableMap<Long, Amount>> shortest = new TreeMap<>();
    longest
        .descendingMap()
        .forEach(
            (series, windows) -> shortest.put(series, search.shortest(series, run.of(windows))));
    for (long start : starts) {
      NavigableMap<Long, Map<Labels, Amount>> times = times(start, shortest);
      if (addsUp(sum(times.values())) && !times.values().stream().allMatch(this::addsUp)) {
        // of a series with a reset, shorter windows may be there, and add up to nothing
        longest.forEach(
            (series, windows) -> {
              if (!windows.containsKey(start)) {
                NavigableMap<Long, Amount> nothing = new TreeMap<>(Map.of(start, Amount.ZERO));
                shortest
                    .computeIfAbsent(series, any -> new TreeMap<>())
                    .putAll(search.shortest(series, nothing));
              }
            });
        times = times(start, shortest);
      }
      times.forEach((time, amounts) -> write(Instant.ofEpochSecond(time), amounts, to));
    }
  }

  /** The amounts of the counter and of its series at each time of one of the longest windows. */
  private NavigableMap<Long, Map<Labels, Amount>> times(
      long start, Map<Labels, NavigableMap<Long, Amount>> shortest) {
    Map<Labels, Amount> before = before(start);
    Map<Labels, NavigableMap<Long, Amount>> inside = new TreeMap<>();
    shortest.forEach((series, windows) -> inside.put(series, search.window(start).of(windows)));
    Long last = lastReset(before, inside);
    NavigableMap<Long, Map<Labels, Amount>> times = new TreeMap<>();
    inside.forEach(
        (series, windows) ->
            Resets.since(last, before.getOrDefault(series, Amount.ZERO), windows)
                .forEach(
                    (time, amount) ->
                        times.computeIfAbsent(time, any -> new TreeMap<>()).put(series, amount)));
    return times;
  }

  private static Map<Labels, Amount> sum(Collection<Map<Labels, Amount>> all) {
    Map<Labels, Amount> sums = new TreeMap<>();
    all.forEach(one -> one.forEach((series, amount) -> sums.merge(series, amount, Amount::plus)));
    return sums;
  }

  /** Tells whether the series of each breakdown add up to the counter. */
  private boolean addsUp(Map<Labels, Amount> amounts) {
    return breakdowns.stream()
        .map(breakdown -> Amount.sum(seriesOf(breakdown, amounts).values()))
        .allMatch(amounts.getOrDefault(Labels.NONE, Amount.ZERO)::equals);
  }

  /** The sums of the windows before one, if it is that of the last reset. */
  private Map<Labels, Amount> before(long start) {
    Map<Labels, Amount> before = new TreeMap<>();
    if (reset != null && reset == start) {
      longest.forEach(
          (series, windows) -> before.put(series, Amount.sum(windows.headMap(start).values())));
    }
    return before;
  }

  /**
   * Writes the lines of a window.
   *
   * @param amounts those of the counter and of its series
   */
  private void write(
      @Nullable Instant time, Map<Labels, Amount> amounts, Consumer<HistoryLine> to) {
    List<Map<Labels, Amount>> all =
        breakdowns.stream().map(breakdown -> seriesOf(breakdown, amounts)).toList();
    Amount whole = amounts.getOrDefault(Labels.NONE, Amount.ZERO);
    if (!whole.isOfEvents()) {
      return;
    }
    LabelSplit split = new LabelSplit(whole);
    for (int i = 0; i < breakdowns.size(); i++) {
      Map<Labels, Amount> series = all.get(i);
      Amount rest = whole.minus(Amount.sum(series.values()));
      if (!rest.isZero()) {
        notes.add(Note.LABELS);
        series.merge(Labels.without(breakdowns.get(i)), rest, Amount::plus);
      }
      if (!series.values().stream().allMatch(Amount::isOfEvents) || !split.by(series)) {
        notes.add(Note.LABELS);
      }
    }
    for (LabelSplit.Part part : split.parts()) {
      Map<String, String> labels = new TreeMap<>(part.labels().values());
      labels.values().removeIf(String::isEmpty);
      part.amount().lines().forEach(amount -> to.accept(new HistoryLine(amount, time, labels)));
    }
  }

  /** The series of a breakdown. */
  private static Map<Labels, Amount> seriesOf(List<String> breakdown, Map<Labels, Amount> amounts) {
    Map<Labels, Amount> series = new TreeMap<>(amounts);
    series.keySet().removeIf(labels -> !labels.areOf(breakdown));
    return series;
  }
}
