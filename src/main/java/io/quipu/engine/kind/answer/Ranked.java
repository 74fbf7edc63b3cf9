package io.quipu.engine.kind.answer;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.Series;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.TimeRange;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Asks for the largest counters or series of a namespace.
 *
 * @param names range of the names of counters
 * @param time the part of event time in which counters are ranked by their counts; counters without
 *     a count in it are left out; null to rank by total counts
 * @param series the key of a series, to rank counters by what they count in it; or {@link
 *     Series#several}, to rank series; empty to rank counters
 */
public record Ranked(Namespace namespace, NameRange names, @Nullable TimeRange time, String series)
    implements Question<Ranking>, Comparable<Ranked> {
  private static final Comparator<Ranked> ORDER =
      Comparator.<Ranked, String>comparing(ranked -> ranked.namespace().name())
          .thenComparing(ranked -> ranked.namespace().version())
          .thenComparing(ranked -> ranked.names.from())
          .thenComparing(ranked -> ranked.names.before())
          .thenComparing(
              Ranked::time,
              Comparator.nullsFirst(
                  Comparator.comparingLong(TimeRange::startSecond)
                      .thenComparingLong(TimeRange::endSecond)))
          .thenComparing(Ranked::series);

  /** Ranks counters. */
  public Ranked(Namespace namespace, NameRange names, @Nullable TimeRange time) {
    this(namespace, names, time, "");
  }

  @Override
  public int price() {
    WindowCover cover = cover();
    return cover == null ? RANKING : RANKING + (int) Question.more(cover);
  }

  @Override
  public List<Feature> needs() {
    return time == null ? List.of(Feature.LISTS) : List.of(Feature.LISTS, Feature.WINDOW_RANKINGS);
  }

  @Override
  public CompletionStage<Ranking> ask(Reader reader, EventTime horizon) {
    return reader.top(this);
  }

  /** The names under which the counters are stored, or their series. */
  public List<String> storedNames() {
    return series.isEmpty()
        ? namespace.storedNames()
        : namespace.storedNames().stream().map(CounterName::ofSeries).toList();
  }

  /** The range of stored names that holds all ranked counters, or their series. */
  public NameRange storedRange() {
    return series.isEmpty() ? names : Series.storedRange(names);
  }

  /** Tells whether a stored series is ranked. */
  public boolean isRanked(CounterName stored) {
    return Series.isSeveral(series)
        ? Series.isOneOf(series, stored.series())
        : stored.series().equals(series);
  }

  /** The number of shards of the counters. */
  public int shards() {
    return namespace.shards();
  }

  /**
   * The windows that are added up for each counter; null if total counts are ranked.
   *
   * @throws io.quipu.engine.input.InvalidInput if the namespace keeps no windows that are short
   *     enough
   */
  public @Nullable WindowCover cover() {
    return time == null
        ? null
        : WindowCover.of(
            new long[] {time.startSecond(), time.endSecond()}, namespace.windows(), "granularity");
  }

  /** Hashes the name only, because rankings of one namespace rarely have different settings. */
  @Override
  public int hashCode() {
    return 31 * namespace.name().hashCode() + names.hashCode();
  }

  @Override
  public int compareTo(Ranked other) {
    return ORDER.compare(this, other);
  }
}
