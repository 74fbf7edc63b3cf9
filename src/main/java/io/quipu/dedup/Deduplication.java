package io.quipu.dedup;

import io.quipu.counter.CounterName;
import io.quipu.page.Layout;
import io.quipu.store.PageStore.PageState;
import io.quipu.store.SettledIds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The rule by which events with ids count: in event order, a row is a duplicate if the last counted
 * row of its id lies less than the windows of both before it. What was counted before the page's
 * {@code until} is looked up.
 *
 * <p>Invariant: the result depends on the rows and the state of the page alone, not on who asks or
 * when.
 */
public final class Deduplication {
  private final IdLookup lookup;

  public Deduplication(Layout layout, SettledIds ids) {
    this.lookup = new IdLookup(layout, ids);
  }

  /**
   * Resolves the rows at or above a page's {@code until}, or the first of them.
   *
   * @param state of the page, read before this call, with the states of all these counters
   * @param rows by counter, in any order; sorted in place
   */
  public CompletionStage<Map<CounterName, Deduplicated>> resolve(
      int page, PageState state, Map<CounterName, List<IdRow>> rows) {
    if (rows.isEmpty()) {
      return CompletableFuture.completedStage(Map.of());
    }
    Map<CounterName, Map<String, CountedRow>> counted = new HashMap<>();
    rows.keySet().forEach(counter -> counted.put(counter, new HashMap<>()));
    return lookup
        .find(
            page,
            state,
            rows,
            (counter, id) ->
                counted
                    .getOrDefault(counter, new HashMap<>())
                    .merge(id.id(), CountedRow.of(id), CountedRow::later))
        .thenApply(
            found -> {
              Map<CounterName, Deduplicated> resolved = new HashMap<>();
              rows.forEach(
                  (counter, some) ->
                      resolved.put(
                          counter, resolve(some, counted.getOrDefault(counter, new HashMap<>()))));
              return resolved;
            });
  }

  private static Deduplicated resolve(List<IdRow> rows, Map<String, CountedRow> counted) {
    rows.sort(IdRow.ORDER);
    List<IdRow> counting = new ArrayList<>(rows.size());
    long conflicts = 0;
    for (IdRow row : rows) {
      CountedRow before = counted.get(row.id());
      if (before == null || !before.covers(row)) {
        counted.put(row.id(), CountedRow.of(row));
        counting.add(row);
      } else if (before.delta() != row.delta()) {
        conflicts++;
      }
    }
    return new Deduplicated(counting, rows.size() - counting.size(), conflicts);
  }
}
