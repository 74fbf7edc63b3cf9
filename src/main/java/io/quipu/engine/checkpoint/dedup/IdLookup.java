package io.quipu.engine.checkpoint.dedup;

import io.quipu.engine.ids.RunFilters;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.IdHash;
import io.quipu.engine.names.Layout;
import io.quipu.engine.store.CounterStores;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.store.SettledIds;
import io.quipu.engine.store.SettledIds.CounterId;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.EventTime;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Looks up the counted rows of ids before a page's {@code until}. Rows that the last step of their
 * counter counted may be pending in the counter's state. All other rows are among the settled ids.
 *
 * <p>The state of the page is read before the settled ids. All ids that are not pending were
 * exported before the state was written, so the lookup finds them. The header names the runs of no
 * later step, whose rows the caller has.
 */
public final class IdLookup {
  /** The maximum number of partitions that are looked up at once. */
  private static final int AT_ONCE = 16;

  private final IdHash hash;
  private final SettledIds ids;
  private final RunFilters filters;

  public IdLookup(Layout layout, CounterStores stores) {
    this.hash = new IdHash(layout.seed());
    this.ids = stores.ids();
    this.filters = stores.filters();
  }

  /**
   * Hands to {@code sink}, in any order, the counted rows that are among the given rows or that the
   * given rows may repeat. The sink may also get other counted rows of these counters, and may get
   * a row twice. Fails with the store unavailable.
   *
   * @param state the state of the page, read before this call, with the states of these counters
   * @param rows the given rows by counter
   */
  public CompletionStage<Void> find(
      int page,
      PageState state,
      Map<CounterName, ? extends Collection<IdRow>> rows,
      SettledIds.Sink sink) {
    pending(state, rows.keySet(), sink);
    RunSearch search = new RunSearch(page, state.header(), ids, filters);
    rows.forEach((counter, some) -> search.add(hash.of(counter), counter, some));
    return search.find(sink);
  }

  private static void pending(PageState state, Set<CounterName> counters, SettledIds.Sink sink) {
    for (CounterName counter : counters) {
      state.of(counter).pending().ids().forEach(id -> sink.counted(counter, id));
    }
  }

  /**
   * Hands to {@code sink} all pending ids of some counters, and the exported facts of some ids
   * before the page's {@code until}. Fails with the store unavailable.
   *
   * @param asked the ids whose exported facts are wanted, by partition
   */
  public static <P extends Comparable<P>> CompletionStage<Void> find(
      PageState state,
      Set<CounterName> counters,
      Map<P, Set<CounterId>> asked,
      Exported<P> exported,
      SettledIds.Sink sink) {
    pending(state, counters, sink);
    EventTime until = state.header().until();
    return BoundedConcurrency.forEach(
        AT_ONCE,
        asked.entrySet(),
        some ->
            exported.find(
                some.getKey(),
                some.getValue(),
                (counter, id) -> {
                  if (EventTime.of(id.at()).isBefore(until)) {
                    sink.counted(counter, id);
                  }
                }));
  }

  /** Finds the exported facts of some ids in a partition. */
  public interface Exported<P> {
    CompletionStage<Void> find(P partition, Collection<CounterId> ids, SettledIds.Sink sink);
  }
}
