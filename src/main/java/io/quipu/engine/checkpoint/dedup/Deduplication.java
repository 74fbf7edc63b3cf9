package io.quipu.engine.checkpoint.dedup;

import io.quipu.engine.ids.RunEntry;
import io.quipu.engine.ids.RunFilters;
import io.quipu.engine.ids.RunRows;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.names.IdHash;
import io.quipu.engine.names.IdKey;
import io.quipu.engine.names.Layout;
import io.quipu.engine.state.IdRun;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.state.RunPeriod;
import io.quipu.engine.state.RunPlace;
import io.quipu.engine.store.CounterStores;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.store.SettledIds;
import io.quipu.engine.store.SettledIds.Counted;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The rule by which events with ids count. A row is a duplicate if an earlier row of the same
 * counter and id counts, and the time between the two rows is less than the window of each. Counted
 * rows before the page's {@code until} are looked up.
 *
 * <p>Invariant: the result depends only on the rows and on the state of the page, not on the caller
 * or the time.
 */
public final class Deduplication implements RowRule {
  private final IdHash hash;
  private final SettledIds ids;
  private final RunFilters filters;
  private final IdLookup lookup;
  private final @Nullable UncountedIds uncounted;

  /** Makes the rule for settlers, which look up each row once. */
  public Deduplication(Layout layout, CounterStores stores) {
    this(layout, stores, null);
  }

  private Deduplication(Layout layout, CounterStores stores, @Nullable UncountedIds uncounted) {
    this.hash = new IdHash(layout.seed());
    this.ids = stores.ids();
    this.filters = stores.filters();
    this.lookup = new IdLookup(layout, stores);
    this.uncounted = uncounted;
  }

  /** Makes the rule for readers, who see the rows of a tail again with each read. */
  public static Deduplication ofReaders(Layout layout, CounterStores stores) {
    return new Deduplication(layout, stores, new UncountedIds());
  }

  @Override
  public boolean decides(int window) {
    return window >= DeduplicationWindow.FOREVER;
  }

  @Override
  public CompletionStage<Map<CounterName, Deduplicated>> resolve(
      int page,
      PageState state,
      Map<CounterName, List<IdRow>> rows,
      Map<CounterName, List<EventTime>> resets) {
    if (rows.isEmpty()) {
      return CompletableFuture.completedStage(Map.of());
    }
    Map<CounterName, Map<String, CountedRow>> counted = new HashMap<>();
    rows.keySet().forEach(counter -> counted.put(counter, new HashMap<>()));
    Map<CounterName, List<IdRow>> asked = unknown(page, state, rows);
    return lookup
        .find(
            page,
            state,
            asked,
            (counter, id) ->
                counted
                    .getOrDefault(counter, new HashMap<>())
                    .merge(id.id(), CountedRow.of(id), CountedRow::and))
        .thenApply(
            found -> {
              lookedUp(page, state, asked, counted);
              Map<CounterName, Deduplicated> resolved = new HashMap<>();
              rows.forEach(
                  (counter, some) ->
                      resolved.put(
                          counter, resolve(some, counted.getOrDefault(counter, new HashMap<>()))));
              return resolved;
            });
  }

  private Map<CounterName, List<IdRow>> unknown(
      int page, PageState state, Map<CounterName, List<IdRow>> rows) {
    UncountedIds known = uncounted;
    if (known == null) {
      return rows;
    }
    EventTime until = state.header().until();
    Map<CounterName, List<IdRow>> unknown = new HashMap<>();
    rows.forEach(
        (counter, some) -> unknown.put(counter, known.unknown(page, until, counter, some)));
    return unknown;
  }

  private void lookedUp(
      int page,
      PageState state,
      Map<CounterName, List<IdRow>> rows,
      Map<CounterName, Map<String, CountedRow>> counted) {
    UncountedIds known = uncounted;
    if (known != null) {
      rows.forEach(
          (counter, some) -> {
            Map<String, CountedRow> found = counted.getOrDefault(counter, Map.of());
            known.lookedUp(page, state.header().until(), counter, some, found::containsKey);
          });
    }
  }

  private static Deduplicated resolve(List<IdRow> rows, Map<String, CountedRow> counted) {
    rows.sort(IdRow.ORDER);
    List<IdRow> counting = new ArrayList<>(rows.size());
    long duplicates = 0;
    long conflicts = 0;
    for (IdRow row : rows) {
      CountedRow before = counted.get(row.id());
      CountedRow covering = before == null ? null : before.covering(row);
      if (covering == null) {
        counted.merge(row.id(), CountedRow.of(row), CountedRow::and);
        counting.add(row);
      } else {
        duplicates += row.events();
        conflicts += row.says(covering.delta(), covering.events()) ? 0 : row.events();
      }
    }
    return new Deduplicated(counting, duplicates, conflicts);
  }

  /** Writes a run of the step for each period, as the header names it. */
  @Override
  public List<Supplier<CompletionStage<WriteOutcome>>> exports(
      int page, PageHeader header, List<Counted> facts) {
    Map<CounterName, IdHash.OfCounter> hashes = new HashMap<>();
    Map<RunPeriod, List<RunEntry>> byPeriod = new TreeMap<>();
    for (Counted fact : facts) {
      IdKey key = hashes.computeIfAbsent(fact.counter(), hash::of).key(fact.id().id());
      byPeriod
          .computeIfAbsent(RunPeriod.of(fact.id()), any -> new ArrayList<>())
          .add(RunEntry.of(key, fact.id()));
    }
    List<Supplier<CompletionStage<WriteOutcome>>> writes = new ArrayList<>();
    byPeriod.forEach(
        (period, entries) -> {
          IdRun run = header.ids().ofStep(period, header.step());
          for (RunRows rows : RunRows.of(run, entries)) {
            RunPlace place = run.place(page, rows.piece());
            filters.put(place, rows.filter());
            writes.add(() -> ids.write(place, rows.erasures(), rows.blocks()));
          }
        });
    return writes;
  }

  @Override
  public CompletionStage<Void> recount(
      int page, PageState state, CounterName counter, List<IdRow> rows, Recounted recounted) {
    Replay replay = new Replay(recounted.retained(), recounted.passed());
    return lookup
        .find(
            page,
            state,
            Map.of(counter, rows),
            (any, id) -> {
              recounted.mustBeWanted().run();
              replay.take(id);
            })
        .thenAccept(found -> replay.decide(rows, recounted.sink()));
  }
}
