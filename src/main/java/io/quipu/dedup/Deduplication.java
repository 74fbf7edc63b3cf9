package io.quipu.dedup;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.page.CountedId;
import io.quipu.page.CounterState;
import io.quipu.page.IdPartition;
import io.quipu.page.Layout;
import io.quipu.page.PageHeader;
import io.quipu.store.PageStore.PageState;
import io.quipu.store.SettledIds;
import io.quipu.store.SettledIds.CounterId;
import io.quipu.time.BoundedConcurrency;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The rule by which events with ids count: in event order, a row is a duplicate if the last counted
 * row of its id lies less than the windows of both before it. What was counted before the page's
 * {@code until} is known from what the counter's last step left pending, and from settled ids.
 *
 * <p>Invariant: the result depends on the rows and the state of the page alone, not on who asks or
 * when. The state is read first, settled ids after it: those that are older than what is pending
 * were exported before the state was written. Settled ids at or above {@code until} belong to steps
 * that whoever works as of this state has not seen, and are ignored: he has their rows himself.
 */
public final class Deduplication {
  /** Partitions that are looked up at once. */
  private static final int AT_ONCE = 16;

  private final Layout layout;
  private final SettledIds ids;

  public Deduplication(Layout layout, SettledIds ids) {
    this.layout = layout;
    this.ids = ids;
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
    rows.forEach((counter, some) -> counted.put(counter, pending(state.of(counter))));
    PageHeader header = state.header();
    return BoundedConcurrency.forEach(
            AT_ONCE,
            lookups(page, header, rows).entrySet(),
            lookup ->
                ids.find(
                    lookup.getKey(),
                    lookup.getValue(),
                    (counter, id) -> take(counter, id, header.until(), counted)))
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

  private static Map<String, CountedRow> pending(CounterState state) {
    Map<String, CountedRow> counted = new HashMap<>();
    for (CountedId id : state.pending().ids()) {
      counted.merge(id.id(), CountedRow.of(id), CountedRow::later);
    }
    return counted;
  }

  private Map<IdPartition, Set<CounterId>> lookups(
      int page, PageHeader header, Map<CounterName, List<IdRow>> rows) {
    Map<IdPartition, Set<CounterId>> lookups = new HashMap<>();
    rows.forEach(
        (counter, some) -> {
          for (IdRow row : some) {
            CounterId id = new CounterId(counter, row.id());
            EventTime at = EventTime.of(row.at());
            for (IdPartition partition :
                header.remembered().before(layout, page, row.id(), at, row.window())) {
              lookups.computeIfAbsent(partition, any -> new HashSet<>()).add(id);
            }
          }
        });
    return lookups;
  }

  private static void take(
      CounterName counter,
      CountedId id,
      EventTime until,
      Map<CounterName, Map<String, CountedRow>> counted) {
    Map<String, CountedRow> ofCounter = counted.get(counter);
    if (ofCounter != null && EventTime.of(id.at()).isBefore(until)) {
      ofCounter.merge(id.id(), CountedRow.of(id), CountedRow::later);
    }
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
