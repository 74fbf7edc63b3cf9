package io.quipu.tools.cli.history;

import io.quipu.tools.cli.history.WindowSearch.Longest;
import io.quipu.tools.cli.history.WindowSearch.Run;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The history of one counter as lines: one for each of its shortest windows, and each series.
 *
 * <p>The longest windows of the counter and of its series are held, and up to 10,000 short ones of
 * each at a time.
 */
public final class CounterHistory {
  /** The counter itself, beside its series. */
  private static final Map<String, String> WHOLE = Map.of();

  private final CounterReader reader;
  private final WindowSearch search;
  private final List<List<String>> breakdowns;
  private final Set<Note> notes = EnumSet.noneOf(Note.class);

  /** Windows with the sums that are {@link Resets#carried} into them. */
  private record Carried(NavigableMap<Long, Amount> amounts, NavigableMap<Long, Amount> sums) {}

  private final Map<Map<String, String>, Carried> longest = new LinkedHashMap<>();

  /**
   * @param kept the windows that the namespace keeps
   * @param breakdowns the breakdowns of the namespace
   */
  public CounterHistory(
      CounterReader reader, Set<WindowLength> kept, List<List<String>> breakdowns) {
    this.reader = reader;
    this.search =
        new WindowSearch(
            reader, Stream.of(WindowLength.values()).filter(kept::contains).toList());
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
    Map<Map<String, String>, Amount> counts = new LinkedHashMap<>();
    counts.put(WHOLE, count);
    breakdowns.forEach(breakdown -> counts.putAll(reader.series(breakdown)));
    if (search.kept().isEmpty()) {
      write(null, counts, to);
      return;
    }
    readLongest(counts, now);
    Set<Long> starts = new TreeSet<>();
    longest.values().forEach(windows -> starts.addAll(windows.sums.keySet()));
    search.runs(starts).forEach(run -> write(run, to));
  }

  /** Reads the longest windows. What is in none of them is put into the window before. */
  private void readLongest(Map<Map<String, String>, Amount> counts, long now) {
    Long before = null;
    for (Map.Entry<Map<String, String>, Amount> one : counts.entrySet()) {
      Longest found = search.longest(one.getKey(), one.getValue(), now);
      boolean whole = one.getKey().equals(WHOLE);
      if (!found.rest().isZero()) {
        before = whole ? Long.valueOf(found.before()) : before;
        notes.add(before == null ? Note.LABELS : Note.WINDOWS);
        if (before != null) {
          found.amounts().merge(before, found.rest(), Amount::plus);
        }
      }
      longest.put(
          one.getKey(),
          new Carried(found.amounts(), carried(Amount.ZERO, found.amounts())));
    }
  }

  private NavigableMap<Long, Amount> carried(Amount before, NavigableMap<Long, Amount> windows) {
    NavigableMap<Long, Amount> sums = Resets.carried(before, windows);
    if (sums.size() < windows.size()) {
      notes.add(Note.RESET);
    }
    return sums;
  }

  /** Reads the shortest windows of a time, and writes the lines. */
  private void write(Run run, Consumer<HistoryLine> to) {
    NavigableMap<Long, Map<Map<String, String>, Amount>> all = new TreeMap<>();
    longest.forEach(
        (series, windows) -> {
          NavigableMap<Long, Amount> some = run.of(windows.amounts);
          some.keySet().retainAll(windows.sums.keySet());
          NavigableMap<Long, Amount> shortest = search.shortest(series, some);
          run.of(windows.sums)
              .forEach(
                  (start, sum) -> {
                    NavigableMap<Long, Amount> inside = search.window(start).of(shortest);
                    carried(sum, inside)
                        .forEach(
                            (time, carried) ->
                                all.computeIfAbsent(time, any -> new LinkedHashMap<>())
                                    .put(series, inside.getOrDefault(time, Amount.ZERO).plus(carried)));
                  });
        });
    all.forEach((time, amounts) -> write(Instant.ofEpochSecond(time), amounts, to));
  }

  /**
   * Writes the lines of a window.
   *
   * @param amounts those of the counter and of its series
   */
  private void write(
      @Nullable Instant time, Map<Map<String, String>, Amount> amounts, Consumer<HistoryLine> to) {
    List<Map<Map<String, String>, Amount>> all =
        breakdowns.stream().map(breakdown -> of(breakdown, amounts)).toList();
    // a series that was read after the counter may have more
    Amount most =
        Stream.concat(
                Stream.of(amounts.getOrDefault(WHOLE, Amount.ZERO)),
                all.stream().map(series -> Amount.sum(series.values())))
            .max(Comparator.comparingLong(Amount::events))
            .orElse(Amount.ZERO);
    if (!most.isOfEvents()) {
      return;
    }
    LabelSplit split = new LabelSplit(most);
    for (int i = 0; i < breakdowns.size(); i++) {
      Map<Map<String, String>, Amount> series = all.get(i);
      Amount rest = most.minus(Amount.sum(series.values()));
      if (!rest.isZero()) {
        notes.add(Note.LABELS);
        series.merge(without(breakdowns.get(i)), rest, Amount::plus);
      }
      if (!series.values().stream().allMatch(Amount::isOfEvents) || !split.by(series)) {
        notes.add(Note.LABELS);
      }
    }
    for (LabelSplit.Part part : split.parts()) {
      Map<String, String> labels = new TreeMap<>(part.labels());
      labels.values().removeIf(String::isEmpty);
      part.amount().lines().forEach(amount -> to.accept(new HistoryLine(amount, time, labels)));
    }
  }

  /** The series of a breakdown. */
  private static Map<Map<String, String>, Amount> of(
      List<String> breakdown, Map<Map<String, String>, Amount> amounts) {
    Map<Map<String, String>, Amount> series = new LinkedHashMap<>(amounts);
    series
        .keySet()
        .removeIf(
            labels ->
                labels.size() != breakdown.size() || !labels.keySet().containsAll(breakdown));
    return series;
  }

  /** The series of events without labels. */
  private static Map<String, String> without(List<String> breakdown) {
    Map<String, String> labels = new TreeMap<>();
    breakdown.forEach(label -> labels.put(label, ""));
    return labels;
  }
}
