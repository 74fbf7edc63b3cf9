package io.quipu.engine.kinds.linear;

import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.kind.answer.Reader;
import io.quipu.engine.kind.answer.WindowAnswers;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.state.Tally;
import io.quipu.engine.state.WindowCount;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.CoalescingReads;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Window;
import io.quipu.engine.windows.WindowRun;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/**
 * Reads each linear counter by one quorum read. Requests that come during a read of the same
 * counter share the next read. Confined to one context.
 *
 * <p>The state is read before the exported windows: all windows that a step left were exported
 * before the next step. A window that the state has is taken from the state, and a window that is
 * not before the last event of the state is of a later step.
 */
final class LinearReader implements Reader {
  private static final int AT_ONCE = 16;
  private static final int RUNS_AT_ONCE = 4;

  private final LinearStore store;
  private final CoalescingReads<CounterName, LinearState> reads;
  private final Clock clock;

  LinearReader(LinearStore store, Clock clock) {
    this.store = store;
    this.clock = clock;
    this.reads = new CoalescingReads<>(store::read, () -> {});
  }

  @Override
  public CompletionStage<Answer> count(Question.Count question) {
    return read(question.counter());
  }

  private CompletionStage<Answer> read(KnownCounter counter) {
    Bounds bounds = LinearKind.bounds(counter.namespace());
    CountingPeriod period = CountingPeriod.of(counter.namespace().settings());
    return reads
        .join(counter.name())
        .thenApply(state -> LinearCount.at(clock.wall(), counter.name(), state, bounds, period));
  }

  @Override
  public CompletionStage<List<Answer>> many(Question.Many question) {
    return BoundedConcurrency.map(AT_ONCE, question.counters(), this::read);
  }

  @Override
  public CompletionStage<WindowAnswers> windows(Question.Windows asked, EventTime horizon) {
    return windowCounts(asked.counter(), asked.cover())
        .thenApply(counts -> WindowAnswers.of(counts, null));
  }

  private CompletionStage<List<WindowCount>> windowCounts(KnownCounter counter, WindowCover cover) {
    return reads
        .join(counter.name())
        .thenCompose(
            state -> {
              Map<Window, Tally> left = state.windows().closed();
              Tally[] sums = new Tally[cover.size()];
              Arrays.fill(sums, Tally.ZERO);
              add(cover, state.windows().open(), Map.of(), sums);
              add(cover, left, Map.of(), sums);
              return BoundedConcurrency.forEach(
                      RUNS_AT_ONCE,
                      cover.reads().stream()
                          .filter(run -> !run.first().end().isAfter(state.last()))
                          .toList(),
                      run ->
                          exported(counter.name(), run, state)
                              .thenAccept(found -> add(cover, found, left, sums)))
                  .thenApply(read -> counts(cover, state.last(), sums));
            });
  }

  private CompletionStage<Map<Window, Tally>> exported(
      CounterName counter, WindowRun run, LinearState state) {
    Window open = run.first().granularity().windowOf(state.last());
    long last = open.startSecond() - open.granularity().seconds();
    return store.exported(
        counter,
        run.first(),
        last < run.last().startSecond() ? new Window(open.granularity(), last) : run.last());
  }

  /** Adds windows, less those that were added before. */
  private static void add(
      WindowCover cover, Map<Window, Tally> some, Map<Window, Tally> before, Tally[] sums) {
    some.forEach(
        (window, tally) -> {
          int index = cover.indexOf(window);
          if (index >= 0 && !before.containsKey(window)) {
            sums[index] = sums[index].plus(tally);
          }
        });
  }

  private static List<WindowCount> counts(WindowCover cover, EventTime settled, Tally[] sums) {
    return IntStream.range(0, sums.length)
        .mapToObj(
            i -> new WindowCount(cover.range(i), sums[i], !cover.range(i).end().isAfter(settled)))
        .toList();
  }
}
