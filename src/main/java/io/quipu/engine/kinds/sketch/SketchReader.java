package io.quipu.engine.kinds.sketch;

import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kind.answer.OneSeries;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.kind.answer.Reader;
import io.quipu.engine.kind.answer.SeriesAnswers;
import io.quipu.engine.kind.answer.SeriesRange;
import io.quipu.engine.kind.answer.WindowAnswers;
import io.quipu.engine.kinds.sketch.state.SketchOptions;
import io.quipu.engine.kinds.sketch.state.SketchType;
import io.quipu.engine.kinds.sketch.state.StateRoom;
import io.quipu.engine.names.DerivedName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Series;
import io.quipu.engine.time.AsyncSemaphore;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.time.CoalescingReads;
import io.quipu.engine.windows.EventTime;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Reads sketches: first the shards, then the tally. The tally that is read contains each shard that
 * was deleted before the shard could be read. A shard that the tally contains is not counted again.
 * To limit memory, only some reads run at once, and further reads wait. The number of waiting
 * counters is limited, because a list keeps its answers until it is complete. Confined to one
 * context.
 */
final class SketchReader implements Reader {
  /** The maximum number of counters of one request that are read at once. */
  private static final int AT_ONCE = 16;

  /** The maximum number of reads at once of a type with states of at most some kilobytes. */
  private static final int SMALL_AT_ONCE = 64;

  /** The maximum number of reads at once of a type with up to a hundred kilobytes in a shard. */
  private static final int LARGE_AT_ONCE = 8;

  private final SketchStore store;
  private final Map<SketchType, AsyncSemaphore> turns = new EnumMap<>(SketchType.class);
  private final CoalescingReads<Asked, MergedState> reads =
      new CoalescingReads<>(this::inTurn, () -> {});
  private final StateRoom room = new StateRoom();

  SketchReader(SketchStore store) {
    this.store = store;
    for (SketchType type : SketchType.values()) {
      int atOnce = type == SketchType.TOP ? LARGE_AT_ONCE : SMALL_AT_ONCE;
      turns.put(type, new AsyncSemaphore(atOnce));
    }
  }

  /** The key of a read. Callers with an equal key may share a read. */
  private record Asked(DerivedName state, SketchType type) implements Comparable<Asked> {
    @Override
    public int compareTo(Asked other) {
      int names = state.compareTo(other.state);
      return names == 0 ? type.compareTo(other.type) : names;
    }
  }

  private CompletionStage<MergedState> inTurn(Asked asked) {
    AsyncSemaphore turn = Objects.requireNonNull(turns.get(asked.type));
    return turn.run(() -> read(asked));
  }

  private CompletionStage<MergedState> read(Asked asked) {
    return store
        .shards(asked.state)
        .thenCompose(
            shards ->
                store
                    .tally(asked.state)
                    .thenApply(tally -> MergedState.of(asked.type, shards, tally)));
  }

  @Override
  public CompletionStage<Answer> count(Question.Count question) {
    KnownCounter counter = question.counter();
    if (Series.isSeveral(counter.name().series())) {
      return SketchSeries.find(store, SeriesRange.largest(counter, question.options()))
          .thenCompose(found -> answers(found.areTooMany() ? found.byName() : found))
          .thenApply(found -> found.together(counter, false));
    }
    SketchOptions options = SketchOptions.of(question.options());
    CompletionStage<Answer> answer = room.now(1, () -> answer(counter, options));
    return counter.name().isSeries()
        ? answer.thenApply(found -> new OneSeries(counter, found))
        : answer;
  }

  private CompletionStage<Answer> answer(KnownCounter counter, SketchOptions options) {
    return reads
        .join(new Asked(DerivedName.whole(counter.name()), SketchType.of(counter.namespace())))
        .thenApply(
            all ->
                new SketchAnswer(
                    counter.name(), all.state().events(), all.state().result(options)));
  }

  @Override
  public CompletionStage<SeriesAnswers> series(SeriesRange range) {
    return SketchSeries.find(store, range)
        .thenCompose(
            found ->
                found.areTooMany()
                    ? CompletableFuture.completedStage(SeriesAnswers.TOO_MANY)
                    : answers(found));
  }

  private CompletionStage<SeriesAnswers> answers(SketchSeries found) {
    SketchOptions options = SketchOptions.of(found.asked().options());
    return room.inTurn(found.series().size(), () -> answers(found.series(), options))
        .thenApply(found::answers);
  }

  @Override
  public CompletionStage<List<Answer>> many(Question.Many question) {
    List<KnownCounter> counters = question.counters();
    return room.now(counters.size(), () -> answers(counters, SketchOptions.USUAL));
  }

  private CompletionStage<List<Answer>> answers(
      List<KnownCounter> counters, SketchOptions options) {
    return BoundedConcurrency.map(AT_ONCE, counters, counter -> answer(counter, options));
  }

  @Override
  public CompletionStage<WindowAnswers> windows(Question.Windows asked, EventTime horizon) {
    SketchType type = SketchType.of(asked.namespace());
    SketchRanges ranges =
        new SketchRanges(store, asked, type, horizon, state -> reads.join(new Asked(state, type)));
    return room.inTurn(1, ranges::find).thenCompose(states -> room.inTurn(states, ranges::read));
  }
}
