package io.quipu.engine.kinds.sketch;

import io.quipu.engine.kind.Answer;
import io.quipu.engine.kind.ReadOptions;
import io.quipu.engine.kind.Reader;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.KnownCounter;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.AsyncSemaphore;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.time.CoalescingReads;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Reads sketches: first the shards, then the tally. A shard that was deleted before its read is in
 * the tally. A shard that is in the tally is not counted again. Memory bounds the reads at once;
 * further reads wait, up to a bound. Confined to one context.
 */
final class SketchReader implements Reader {
  /** Most counters of one request that are asked for at once. */
  private static final int AT_ONCE = 16;

  /** Most reads at once of a type whose states take at most some kilobytes. */
  private static final int SMALL_AT_ONCE = 64;

  /** Most reads at once of a type whose states take up to a hundred kilobytes in each shard. */
  private static final int LARGE_AT_ONCE = 8;

  /** Most counters that wait: answers of some kilobytes are kept until a list is complete. */
  private static final int MOST_WAITING = 2_000;

  private final SketchStore store;
  private final Map<SketchType, AsyncSemaphore> turns = new EnumMap<>(SketchType.class);
  private final CoalescingReads<Asked, SketchState> reads =
      new CoalescingReads<>(this::inTurn, () -> {});
  private int waiting;

  SketchReader(SketchStore store) {
    this.store = store;
    for (SketchType type : SketchType.values()) {
      int atOnce = type == SketchType.TOP ? LARGE_AT_ONCE : SMALL_AT_ONCE;
      turns.put(type, new AsyncSemaphore(atOnce));
    }
  }

  /** The key of a read that all callers share. */
  private record Asked(CounterName counter, SketchType type) implements Comparable<Asked> {
    @Override
    public int compareTo(Asked other) {
      int names = counter.compareTo(other.counter);
      return names == 0 ? type.compareTo(other.type) : names;
    }
  }

  private CompletionStage<SketchState> inTurn(Asked asked) {
    AsyncSemaphore turn = Objects.requireNonNull(turns.get(asked.type));
    return turn.run(() -> read(asked));
  }

  private CompletionStage<SketchState> read(Asked asked) {
    return store
        .shards(asked.counter)
        .thenCompose(
            shards ->
                store.tally(asked.counter).thenApply(tally -> merged(asked.type, shards, tally)));
  }

  private static SketchState merged(
      SketchType type, SortedMap<Long, Shard> shards, SketchTally tally) {
    SketchState all = type.empty();
    tally.state().ifPresent(state -> all.merge(SketchState.of(type, state)));
    shards.forEach(
        (writer, shard) -> {
          if (!tally.merged().contains(writer)) {
            all.merge(SketchState.of(type, shard.state()));
          }
        });
    return all;
  }

  @Override
  public CompletionStage<Answer> read(KnownCounter counter) {
    return read(counter, SketchOptions.USUAL);
  }

  @Override
  public CompletionStage<Answer> read(KnownCounter counter, ReadOptions options) {
    return waitingFor(1, () -> answer(counter, (SketchOptions) options));
  }

  private CompletionStage<Answer> answer(KnownCounter counter, SketchOptions options) {
    return reads
        .join(new Asked(counter.name(), SketchKind.typeOf(counter.namespace())))
        .thenApply(all -> new SketchAnswer(counter.name(), all.events(), all.result(options)));
  }

  /** Counts {@code some} counters as waiting until all of them are answered. */
  private <T> CompletionStage<T> waitingFor(int some, Supplier<CompletionStage<T>> answers) {
    if (waiting > 0 && some > MOST_WAITING - waiting) {
      return CompletableFuture.failedStage(
          StoreUnavailable.busy("This instance has too many sketches to read at present."));
    }
    CompletionStage<T> answer = answers.get();
    waiting += some;
    return answer.whenComplete((done, failure) -> waiting -= some);
  }

  @Override
  public CompletionStage<List<Answer>> readAll(List<KnownCounter> counters) {
    return waitingFor(
        counters.size(),
        () ->
            BoundedConcurrency.map(
                AT_ONCE, counters, counter -> answer(counter, SketchOptions.USUAL)));
  }
}
