package io.quipu.engine.query.ranking;

import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.kind.answer.Ranked;
import io.quipu.engine.kind.answer.ReadOptions;
import io.quipu.engine.kind.answer.Reader;
import io.quipu.engine.kind.answer.SeriesAnswers;
import io.quipu.engine.kind.answer.SeriesRange;
import io.quipu.engine.kind.answer.WindowAnswers.WindowAnswer;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Series;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.query.ranking.Slices.Place;
import io.quipu.engine.query.ranking.Slices.Placed;
import io.quipu.engine.state.ListedCounter;
import io.quipu.engine.state.ListedValue;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.EventTime;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/**
 * The counters of a kind without pages: their names, part by part, and the values that the reader
 * of the kind finds. Such a counter has one shard, so its name is in one part.
 */
final class NamedSlices implements Slices {
  /** The maximum number of counters that are read together. */
  private static final int MOST = 250;

  /** The maximum number of counters of which all series are read together. */
  private static final int MOST_WITH_SERIES = 8;

  private static final int AT_ONCE = 16;

  private final RankingRun run;
  private final Reader reader;
  private final EventTime begun;

  /**
   * @param reader of the kind
   * @param begun a point that the group time had reached before this ranking
   */
  NamedSlices(RankingRun run, Reader reader, EventTime begun) {
    this.run = run;
    this.reader = reader;
    this.begun = begun;
  }

  @Override
  public int count() {
    return run.stores.names().parts();
  }

  /** Returns one point for all slices: reads find every event that was acknowledged before. */
  @Override
  public CompletionStage<Begun> begin(int slice) {
    return CompletableFuture.completedStage(new Begun(begun, EventTime.MIN));
  }

  @Override
  public CompletionStage<Chunk> next(int slice, Place from, int most) {
    Ranked ranked = run.names.ranked(from.stored());
    String stored = run.names.name(from.stored());
    int some = Math.min(Series.isSeveral(ranked.series()) ? MOST_WITH_SERIES : MOST, most);
    return run.query(() -> run.stores.names().list(slice, stored, from.names(), some))
        .thenCompose(
            found -> {
              List<CounterName> shown = found.stream().filter(ranked::isUnpurged).toList();
              CounterName last = found.size() < some ? null : found.get(some - 1);
              return run.query(() -> ranked(shown, ranked))
                  .thenApply(
                      counters ->
                          new Chunk(
                              counters.stream().map(one -> new Placed(from.stored(), one)).toList(),
                              last == null
                                  ? run.names.after(from.stored())
                                  : run.names.after(last)));
            });
  }

  /** The values by which counters or series are ranked. */
  private CompletionStage<List<ListedCounter>> ranked(List<CounterName> names, Ranked ranked) {
    String series = ranked.series();
    if (Series.isSeveral(series)) {
      return BoundedConcurrency.map(1, names, name -> ofAll(name.with(series), ranked))
          .thenApply(all -> all.stream().flatMap(List::stream).toList());
    }
    WindowCover cover = run.cover;
    List<CounterName> read =
        series.isEmpty() ? names : names.stream().map(name -> name.with(series)).toList();
    if (cover != null) {
      return inWindows(read, cover, ranked);
    }
    return reader
        .listed(read.stream().map(name -> known(name, ranked)).toList())
        .thenApply(values -> listed(read, values))
        .thenApply(all -> series.isEmpty() ? all : notZero(all));
  }

  /** The values of the series of a counter. */
  private CompletionStage<List<ListedCounter>> ofAll(CounterName several, Ranked ranked) {
    WindowCover cover = run.cover;
    return reader
        .series(SeriesRange.largest(known(several, ranked), ReadOptions.USUAL))
        .thenCompose(
            found -> {
              if (found.equals(SeriesAnswers.TOO_MANY)) {
                run.hasTooMany(several.whole());
                return CompletableFuture.completedStage(List.of());
              }
              return cover == null
                  ? CompletableFuture.completedStage(
                      found.series().stream()
                          .map(one -> new ListedCounter(one.counter().key(), one.listed()))
                          .toList())
                  : inWindows(found.series().stream().map(Answer::counter).toList(), cover, ranked);
            });
  }

  /** The values in the last range of windows, without those that are 0. */
  private CompletionStage<List<ListedCounter>> inWindows(
      List<CounterName> names, WindowCover cover, Ranked ranked) {
    return BoundedConcurrency.map(
            AT_ONCE,
            names,
            name ->
                reader
                    .windows(
                        new Question.Windows(known(name, ranked), cover, false, ReadOptions.USUAL),
                        EventTime.MIN)
                    .thenApply(found -> inLast(name, found.windows())))
        .thenApply(NamedSlices::notZero);
  }

  private ListedCounter inLast(CounterName name, List<WindowAnswer> ranges) {
    for (int i = 0; i < ranges.size(); i++) {
      run.add(name.whole(), i, ranges.get(i).value());
    }
    return new ListedCounter(name.key(), ranges.get(ranges.size() - 1).value());
  }

  private static KnownCounter known(CounterName name, Ranked ranked) {
    return new KnownCounter(name, ranked.namespace());
  }

  private static List<ListedCounter> notZero(List<ListedCounter> all) {
    return all.stream().filter(one -> !one.value().isZero()).toList();
  }

  private static List<ListedCounter> listed(List<CounterName> names, List<ListedValue> values) {
    return IntStream.range(0, names.size())
        .mapToObj(i -> new ListedCounter(names.get(i).key(), values.get(i)))
        .toList();
  }
}
