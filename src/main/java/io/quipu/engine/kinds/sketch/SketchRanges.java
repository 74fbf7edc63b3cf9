package io.quipu.engine.kinds.sketch;

import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.kind.answer.WindowAnswers;
import io.quipu.engine.kind.answer.WindowAnswers.WindowAnswer;
import io.quipu.engine.kinds.sketch.state.SketchOptions;
import io.quipu.engine.kinds.sketch.state.SketchState;
import io.quipu.engine.kinds.sketch.state.SketchType;
import io.quipu.engine.names.DerivedName;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.TimeRange;
import io.quipu.engine.windows.Window;
import io.quipu.engine.windows.WindowRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One read of ranges of windows: the states of the windows of each range, merged. First reads which
 * windows have states at all, so that empty windows cost nothing. Runs once, in one context.
 *
 * <p>Invariant: a range is reported as settled only if no value can be added to a window of it. No
 * writer begins a shard of a window once its group time has {@linkplain SketchWindows#closed
 * passed} a point, and a writer announces a shard before it begins the shard. The horizon is never
 * ahead of the group time of a live writer. So the announcements that are found after the horizon
 * has passed the point are all that there will be. The window is final once the tally has the
 * values of all announced writers.
 */
final class SketchRanges {
  private static final int RANGES_AT_ONCE = 8;
  private static final int STATES_AT_ONCE = 8;

  private final SketchStore store;
  private final Question.Windows query;
  private final SketchType type;
  private final EventTime horizon;
  private final Function<DerivedName, CompletionStage<MergedState>> read;
  private final List<Announced> announced = new ArrayList<>();

  /**
   * @param horizon the latest horizon that was announced before this read
   * @param read reads the shards and the tally of one state
   */
  SketchRanges(
      SketchStore store,
      Question.Windows query,
      SketchType type,
      EventTime horizon,
      Function<DerivedName, CompletionStage<MergedState>> read) {
    this.store = store;
    this.query = query;
    this.type = type;
    this.horizon = horizon;
    this.read = read;
  }

  /** Finds the states of all ranges. Completes with their number. */
  CompletionStage<Integer> find() {
    return BoundedConcurrency.forEach(STATES_AT_ONCE, query.cover().reads(), this::announced)
        .thenApply(found -> announced.size());
  }

  /** Reads the states that were found. */
  CompletionStage<WindowAnswers> read() {
    return BoundedConcurrency.map(RANGES_AT_ONCE, inRanges().entrySet(), this::range)
        .thenApply(windows -> new WindowAnswers(windows, null));
  }

  /** A state that there is, and the writers that may have shards of it. */
  private record Announced(DerivedName name, SortedSet<Long> writers) {
    private Window window() {
      return Objects.requireNonNull(name.window());
    }
  }

  private CompletionStage<?> announced(WindowRun run) {
    return store
        .derived(query.counter().name(), run)
        .thenAccept(
            found -> found.forEach((name, writers) -> announced.add(new Announced(name, writers))));
  }

  /** The states of each range, by the index of the range, with ranges that have none. */
  private Map<Integer, List<Announced>> inRanges() {
    Map<Integer, List<Announced>> ranges = new TreeMap<>();
    IntStream.range(0, query.cover().size()).forEach(index -> ranges.put(index, new ArrayList<>()));
    for (Announced one : announced) {
      List<Announced> same = ranges.get(query.cover().indexOf(one.window()));
      if (same != null) {
        same.add(one);
      }
    }
    return ranges;
  }

  private CompletionStage<WindowAnswer> range(Map.Entry<Integer, List<Announced>> indexed) {
    TimeRange range = query.cover().range(indexed.getKey());
    Sum sum = new Sum(!horizon.isBefore(SketchWindows.closed(range.end())));
    return BoundedConcurrency.forEach(
            STATES_AT_ONCE,
            indexed.getValue(),
            one -> read.apply(one.name).thenAccept(found -> sum.add(one, found)))
        .thenApply(all -> answer(range, sum));
  }

  private WindowAnswer answer(TimeRange range, Sum sum) {
    SketchOptions options = SketchOptions.of(query.options());
    SketchState all = sum.state == null ? type.empty() : sum.state;
    SketchAnswer answer =
        new SketchAnswer(query.counter().name(), all.events(), all.result(options));
    return new WindowAnswer(range, answer.listed(), answer::writeParts, sum.isFinal);
  }

  /** The states of one range, merged as they are read. */
  private final class Sum {
    private @Nullable SketchState state;

    /** True while the state is shared with other reads. The only state of a range is not copied. */
    private boolean isShared;

    private boolean isFinal;

    private Sum(boolean isClosed) {
      isFinal = isClosed;
    }

    private void add(Announced one, MergedState found) {
      isFinal &= found.isFinal() && one.writers.stream().allMatch(found.tally()::has);
      if (state == null) {
        state = found.state();
        isShared = true;
        return;
      }
      if (isShared) {
        SketchState own = type.empty();
        own.merge(state);
        state = own;
        isShared = false;
      }
      state.merge(found.state());
    }
  }
}
