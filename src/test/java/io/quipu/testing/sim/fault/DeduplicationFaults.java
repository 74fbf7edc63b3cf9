package io.quipu.testing.sim.fault;

import io.quipu.engine.ids.RunBlock;
import io.quipu.engine.ids.RunRows;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.CounterRange;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.IdRun;
import io.quipu.engine.state.IdRuns;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.state.RunPlace;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.store.SettledIds;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.SeededRandom;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** Faults in settling ids. */
final class DeduplicationFaults {
  private static final int FILTER = RunRows.FILTER;

  private DeduplicationFaults() {}

  /** Takes rows for durable that it has only sent. */
  record IdsNotAwaited(SettledIds real) {
    public CompletionStage<WriteOutcome> write(
        RunPlace place, int erasures, SortedMap<Integer, ByteBuffer> rows) {
      var unused = real.write(place, erasures, rows);
      return CompletableFuture.completedStage(WriteOutcome.WRITTEN);
    }
  }

  private static boolean isMerged(RunPlace place) {
    return (place.run() & 1) == 1;
  }

  /** Takes for all rows of a counter the window of the one it has read last, as a setting. */
  record WindowIsASetting(EventLog real, Map<CounterName, Integer> settings) {
    public CompletionStage<Void> slicePage(
        EventPartition partition, int page, CounterRange counters, EventLog.PageSink sink) {
      return real.slicePage(
          partition,
          page,
          counters,
          (counter, at, delta, more, id, window, minute, series) ->
              sink.row(counter, at, delta, more, id, setting(counter, id, window), minute, series));
    }

    public CompletionStage<Void> slice(
        EventPartition partition,
        int page,
        CounterName counter,
        EventTime from,
        EventTime before,
        EventLog.RowSink sink) {
      return real.slice(
          partition,
          page,
          counter,
          from,
          before,
          (at, delta, more, id, window, minute, series) ->
              sink.row(at, delta, more, id, setting(counter, id, window), minute, series));
    }

    private int setting(CounterName counter, @Nullable String id, int window) {
      int known = settings.getOrDefault(counter, window);
      if (id != null) {
        settings.put(counter, window);
      }
      return id == null ? window : known;
    }
  }

  /** Takes filters for empty. */
  record ForgetsIds(SettledIds real) {
    public CompletionStage<Map<Integer, ByteBuffer>> read(
        RunPlace place, Collection<Integer> blocks) {
      return real.read(place, blocks).thenApply(rows -> blank(rows, FILTER));
    }

    private static Map<Integer, ByteBuffer> blank(Map<Integer, ByteBuffer> rows, int block) {
      Map<Integer, ByteBuffer> spoilt = new TreeMap<>(rows);
      spoilt.computeIfPresent(block, (any, row) -> ByteBuffer.allocate(row.remaining()));
      return spoilt;
    }
  }

  /** Uses the first filter of a page and period for all runs of the period. */
  record FilterOfAnotherRun(SettledIds real, Map<RunPlace, ByteBuffer> filters) {
    public CompletionStage<Map<Integer, ByteBuffer>> read(
        RunPlace place, Collection<Integer> blocks) {
      RunPlace first = new RunPlace(place.page(), place.period(), 0, 0);
      return real.read(place, blocks)
          .thenApply(
              rows -> {
                Map<Integer, ByteBuffer> spoilt = new TreeMap<>(rows);
                spoilt.computeIfPresent(
                    FILTER, (any, row) -> filters.computeIfAbsent(first, none -> row));
                return spoilt;
              });
    }
  }

  /** Takes rows that were not there once for rows that nobody writes. */
  record AbsentForEver(SettledIds real, Set<RunPlace> absent) {
    public CompletionStage<Map<Integer, ByteBuffer>> read(
        RunPlace place, Collection<Integer> blocks) {
      return real.read(place, blocks)
          .thenApply(
              rows -> {
                if (rows.isEmpty()) {
                  absent.add(place);
                }
                return absent.contains(place) ? empty(blocks) : rows;
              });
    }

    private static Map<Integer, ByteBuffer> empty(Collection<Integer> blocks) {
      Map<Integer, ByteBuffer> rows = new TreeMap<>();
      for (int block : blocks) {
        rows.put(
            block, block == FILTER ? ByteBuffer.allocate(8) : new RunBlock(0, List.of()).blob());
      }
      return rows;
    }
  }

  /** Takes merged rows for durable that it writes a moment later. */
  record MergeNotAwaited(SettledIds real, Machine machine) {
    public CompletionStage<WriteOutcome> write(
        RunPlace place, int erasures, SortedMap<Integer, ByteBuffer> rows) {
      if (!isMerged(place)) {
        return real.write(place, erasures, rows);
      }
      var unused =
          Slowness.of(machine, 4 * SeededRandom.SECOND)
              .thenCompose(now -> real.write(place, erasures, rows));
      return CompletableFuture.completedStage(WriteOutcome.WRITTEN);
    }

    /** As readers that meet a run without rows would not notice. */
    public CompletionStage<Map<Integer, ByteBuffer>> read(
        RunPlace place, Collection<Integer> blocks) {
      return real.read(place, blocks)
          .thenApply(rows -> rows.isEmpty() ? AbsentForEver.empty(blocks) : rows);
    }
  }

  /** Leaves the ids of a block out of a merge. */
  record MergeLosesABlock(SettledIds real) {
    public CompletionStage<WriteOutcome> write(
        RunPlace place, int erasures, SortedMap<Integer, ByteBuffer> rows) {
      SortedMap<Integer, ByteBuffer> spoilt = new TreeMap<>(rows);
      if (isMerged(place) && rows.size() > 2) {
        spoilt.put(spoilt.lastKey(), new RunBlock(erasures, List.of()).blob());
      }
      return real.write(place, erasures, spoilt);
    }
  }

  /** Names other runs in the header than the step decided. */
  record OtherRuns(PageStore real, BiPredicate<PageHeader, IdRun> named) {
    public CompletionStage<CasOutcome> advance(
        int page, EventTime expected, PageHeader next, Map<CounterName, CounterState> changed) {
      IdRuns ids = next.ids();
      List<IdRun> live =
          ids.live().stream()
              .filter(run -> run.isOfStep(next.step()) || named.test(next, run))
              .toList();
      PageHeader spoilt =
          new PageHeader(
              next.until(),
              next.collected(),
              new IdRuns(live, ids.merges(), ids.gone()),
              next.step());
      return real.advance(page, expected, spoilt, changed);
    }

    /** Drops the runs that steps named while a merge was written. */
    static boolean isNotDroppedByMerge(PageHeader next, IdRun run) {
      return next.ids().live().stream()
          .noneMatch(
              merged ->
                  isMerged(merged.place(0, 0))
                      && merged.period().equals(run.period())
                      && merged.number() < run.number()
                      && run.number() < merged.number() + 6);
    }

    /** Forgets a period when it ends, not when its ids are in no window. */
    static boolean isNotOver(PageHeader next, IdRun run) {
      return run.period().end().isAfter(next.until());
    }

    /** Leaves out every second step. */
    static boolean isOdd(PageHeader next, IdRun run) {
      return run.number() % 4 != 0;
    }
  }
}
