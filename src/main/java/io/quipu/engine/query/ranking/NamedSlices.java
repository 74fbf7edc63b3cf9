package io.quipu.engine.query.ranking;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.KnownCounter;
import io.quipu.engine.model.ListedCounter;
import io.quipu.engine.model.ListedValue;
import io.quipu.engine.model.NameRange;
import io.quipu.engine.model.Tally;
import io.quipu.engine.model.WindowCount;
import io.quipu.engine.model.WindowCover;
import io.quipu.engine.time.BoundedConcurrency;
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

  private static final int AT_ONCE = 16;

  private final RankingRun run;
  private final EventTime begun;

  /**
   * @param begun a point that the group time had reached before this ranking
   */
  NamedSlices(RankingRun run, EventTime begun) {
    this.run = run;
    this.begun = begun;
  }

  @Override
  public int count() {
    return run.stores.names().parts();
  }

  /** Returns one point for all slices: reads find every event that was acknowledged before. */
  @Override
  public CompletionStage<EventTime> begin(int slice) {
    return CompletableFuture.completedStage(begun);
  }

  @Override
  public CompletionStage<Chunk> next(int slice, int purged, NameRange names, int most) {
    int some = Math.min(MOST, most);
    String stored = run.ranked.namespace().storedNames().get(purged);
    return run.query(() -> run.stores.names().list(slice, stored, names, some))
        .thenCompose(
            found -> {
              List<CounterName> shown =
                  found.stream().filter(one -> run.isShown(one.name(), purged)).toList();
              String last = found.size() < some ? null : found.get(some - 1).name();
              WindowCover cover = run.cover;
              return run.query(() -> cover == null ? listed(shown) : counted(shown, cover))
                  .thenApply(counters -> new Chunk(counters, last));
            });
  }

  private CompletionStage<List<ListedCounter>> listed(List<CounterName> names) {
    return run.stores
        .readers()
        .listed(run.ranked.namespace(), names)
        .thenApply(values -> listed(names, values));
  }

  /** Adds up the windows of counters, and leaves out those that counted nothing in them. */
  private CompletionStage<List<ListedCounter>> counted(List<CounterName> names, WindowCover cover) {
    return BoundedConcurrency.map(
            AT_ONCE,
            names,
            name ->
                run.stores
                    .readers()
                    .windowCounts(new KnownCounter(name, run.ranked.namespace()), cover)
                    .thenApply(counts -> new ListedCounter(name.name(), sum(counts))))
        .thenApply(all -> all.stream().filter(one -> !one.tally().isZero()).toList());
  }

  private static Tally sum(List<WindowCount> counts) {
    return counts.stream().map(WindowCount::tally).reduce(Tally.ZERO, Tally::plus);
  }

  private static List<ListedCounter> listed(List<CounterName> names, List<ListedValue> values) {
    return IntStream.range(0, names.size())
        .mapToObj(i -> new ListedCounter(names.get(i).name(), values.get(i)))
        .toList();
  }
}
