package io.quipu.engine.query.ranking;

import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.kind.answer.ReadOptions;
import io.quipu.engine.kind.answer.Reader;
import io.quipu.engine.kind.answer.SeriesAnswers;
import io.quipu.engine.kind.answer.SeriesRange;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.names.Series;
import io.quipu.engine.names.WindowCover;
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

  @Override
  public NameRange names() {
    return run.ranked.names();
  }

  /** Returns one point for all slices: reads find every event that was acknowledged before. */
  @Override
  public CompletionStage<EventTime> begin(int slice) {
    return CompletableFuture.completedStage(begun);
  }

  @Override
  public CompletionStage<Chunk> next(int slice, int purged, NameRange names, int most) {
    String series = run.ranked.series();
    int some = Math.min(Series.isSeveral(series) ? MOST_WITH_SERIES : MOST, most);
    String stored = run.ranked.namespace().storedNames().get(purged);
    return run.query(() -> run.stores.names().list(slice, stored, names, some))
        .thenCompose(
            found -> {
              List<CounterName> shown =
                  found.stream().filter(one -> run.isShown(one.name(), purged)).toList();
              String last = found.size() < some ? null : found.get(some - 1).name();
              return run.query(() -> ranked(shown, series))
                  .thenApply(counters -> new Chunk(counters, last));
            });
  }

  /** The values by which counters or series are ranked. */
  private CompletionStage<List<ListedCounter>> ranked(List<CounterName> names, String series) {
    if (Series.isSeveral(series)) {
      return BoundedConcurrency.map(1, names, name -> ofAll(name.with(series)))
          .thenApply(all -> all.stream().flatMap(List::stream).toList());
    }
    WindowCover cover = run.cover;
    List<CounterName> read =
        series.isEmpty() ? names : names.stream().map(name -> name.with(series)).toList();
    if (cover != null) {
      return inWindows(read, cover);
    }
    return reader
        .listed(read.stream().map(this::known).toList())
        .thenApply(values -> listed(read, values))
        .thenApply(all -> series.isEmpty() ? all : notZero(all));
  }

  /** The values of the series of a counter. */
  private CompletionStage<List<ListedCounter>> ofAll(CounterName several) {
    WindowCover cover = run.cover;
    return reader
        .series(SeriesRange.largest(known(several), ReadOptions.USUAL))
        .thenCompose(
            found -> {
              if (found.equals(SeriesAnswers.TOO_MANY)) {
                run.tooMany = true;
                return CompletableFuture.completedStage(List.of());
              }
              return cover == null
                  ? CompletableFuture.completedStage(
                      found.series().stream()
                          .map(one -> new ListedCounter(one.counter().key(), one.listed()))
                          .toList())
                  : inWindows(found.series().stream().map(Answer::counter).toList(), cover);
            });
  }

  /** The values in a range of windows, without those that are 0. */
  private CompletionStage<List<ListedCounter>> inWindows(
      List<CounterName> names, WindowCover cover) {
    return BoundedConcurrency.map(
            AT_ONCE,
            names,
            name ->
                reader
                    .windows(
                        new Question.Windows(known(name), cover, false, ReadOptions.USUAL),
                        EventTime.MIN)
                    .thenApply(
                        found -> new ListedCounter(name.key(), found.windows().get(0).value())))
        .thenApply(NamedSlices::notZero);
  }

  private KnownCounter known(CounterName name) {
    return new KnownCounter(name, run.ranked.namespace());
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
