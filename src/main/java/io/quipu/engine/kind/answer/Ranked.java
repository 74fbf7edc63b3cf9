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
 * Asks for the largest counters or series of a namespace, and for the sums of all of them.
 *
 * @param names range of the names of counters
 * @param bounds the starts of consecutive ranges of event time in which counters are added up, in
 *     seconds of Unix time and ascending, and the end of the last range. Counters are ranked by
 *     what they count in the last range; those without a count in it are left out. Empty to rank by
 *     total counts
 * @param series the key of a series, to rank counters by what they count in it; or {@link
 *     Series#several}, to rank series; empty to rank counters
 * @param most the maximum number of counters in the answer
 */
public record Ranked(
    Namespace namespace, NameRange names, List<Long> bounds, String series, int most)
    implements Question<Ranking>, Comparable<Ranked> {
  private static final Comparator<Ranked> ORDER =
      Comparator.<Ranked, String>comparing(ranked -> ranked.namespace().name())
          .thenComparing(ranked -> ranked.namespace().version())
          .thenComparing(ranked -> ranked.names.from())
          .thenComparing(ranked -> ranked.names.before())
          .thenComparing(ranked -> ranked.bounds, Comparator.comparing(List::toString))
          .thenComparing(Ranked::series)
          .thenComparingInt(Ranked::most);

  public Ranked {
    bounds = List.copyOf(bounds);
  }

  /**
   * @param time the part of event time in which counters are ranked; null to rank by total counts
   */
  public Ranked(Namespace namespace, NameRange names, @Nullable TimeRange time, String series) {
    this(
        namespace,
        names,
        time == null ? List.of() : List.of(time.startSecond(), time.endSecond()),
        series,
        Ranking.MOST);
  }

  /** Ranks counters. */
  public Ranked(Namespace namespace, NameRange names, @Nullable TimeRange time) {
    this(namespace, names, time, "");
  }

  /**
   * Asks for the rankings of several namespaces, in their order. They are read together.
   *
   * @param all of one kind and of the same names, bounds, series and windows that are kept; at
   *     least one
   */
  public record Together(List<Ranked> all) implements Question<List<Ranking>> {
    public Together {
      all = List.copyOf(all);
    }

    private Ranked first() {
      return all.get(0);
    }

    @Override
    public Namespace namespace() {
      return first().namespace();
    }

    @Override
    public int price() {
      return first().price() - 1 + Question.together(all.size());
    }

    @Override
    public List<Feature> needs() {
      return first().needs();
    }

    @Override
    public CompletionStage<List<Ranking>> ask(Reader reader, EventTime horizon) {
      return reader.together(this);
    }
  }

  /** The last range, in which counters are ranked; null if they are ranked by total counts. */
  public @Nullable TimeRange time() {
    int size = bounds.size();
    return size == 0 ? null : new TimeRange(bounds.get(size - 2), bounds.get(size - 1));
  }

  /** Tells whether another ranking may be read together with this one. */
  public boolean isReadWith(Ranked other) {
    return namespace.kind().equals(other.namespace.kind())
        && (shards() == 1) == (other.shards() == 1)
        && namespace.windows().equals(other.namespace.windows())
        && names.equals(other.names)
        && bounds.equals(other.bounds)
        && series.equals(other.series);
  }

  @Override
  public int price() {
    WindowCover cover = cover();
    return cover == null ? RANKING : RANKING + (int) Question.more(cover);
  }

  @Override
  public List<Feature> needs() {
    return bounds.isEmpty()
        ? List.of(Feature.LISTS)
        : List.of(Feature.LISTS, Feature.WINDOW_RANKINGS);
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

  /** Tells whether a stored counter or series is ranked. */
  public boolean isRanked(CounterName stored) {
    boolean isAsked =
        Series.isSeveral(series)
            ? Series.isOneOf(series, stored.series())
            : stored.series().equals(series);
    return isAsked && isUnpurged(stored);
  }

  /** Tells whether a stored counter was not purged since. */
  public boolean isUnpurged(CounterName stored) {
    return namespace.knownLives().of(stored.name()) == stored.purged();
  }

  /** The rows that the answer takes in memory: a counter one, and four sums one. */
  public int held() {
    return most + bounds.size() / 4;
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
    return bounds.isEmpty()
        ? null
        : WindowCover.of(
            bounds.stream().mapToLong(Long::longValue).toArray(),
            namespace.windows(),
            "granularity");
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
