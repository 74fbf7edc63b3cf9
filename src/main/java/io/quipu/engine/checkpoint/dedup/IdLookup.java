package io.quipu.engine.checkpoint.dedup;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.IdPartition;
import io.quipu.engine.model.Layout;
import io.quipu.engine.model.PageHeader;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.store.SettledIds;
import io.quipu.engine.store.SettledIds.CounterId;
import io.quipu.engine.time.BoundedConcurrency;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Looks up the rows of ids that were counted before a page's {@code until}. They are pending in the
 * counters' states since the last steps, or are among the settled ids.
 *
 * <p>The state is read before the settled ids. Ids older than the pending ids were exported before
 * the state was written, so the lookup finds them. Settled ids at or above {@code until} belong to
 * later steps and are left out. A caller that works with this state has their rows itself.
 */
public final class IdLookup {
  /** Partitions that are looked up at once. */
  private static final int AT_ONCE = 16;

  private final Layout layout;
  private final SettledIds ids;

  public IdLookup(Layout layout, SettledIds ids) {
    this.layout = layout;
    this.ids = ids;
  }

  /**
   * Hands to {@code sink}, in any order, the counted rows that are among the given rows or that the
   * given rows may repeat. The sink may also get other rows of the same ids, and some rows twice.
   *
   * @param state of the page, read before this call, with the states of all these counters
   * @param rows by counter
   */
  public CompletionStage<Void> find(
      int page,
      PageState state,
      Map<CounterName, ? extends Collection<IdRow>> rows,
      SettledIds.Sink sink) {
    return find(state, rows.keySet(), partitions(page, state.header(), rows), ids::find, sink);
  }

  /**
   * Hands to {@code sink} the pending ids of some counters, and the exported facts of some ids.
   *
   * @param asked the ids by their partition
   */
  public static <P extends Comparable<P>> CompletionStage<Void> find(
      PageState state,
      Set<CounterName> counters,
      Map<P, Set<CounterId>> asked,
      Exported<P> exported,
      SettledIds.Sink sink) {
    for (CounterName counter : counters) {
      state.of(counter).pending().ids().forEach(id -> sink.counted(counter, id));
    }
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

  private Map<IdPartition, Set<CounterId>> partitions(
      int page, PageHeader header, Map<CounterName, ? extends Collection<IdRow>> rows) {
    Map<IdPartition, Set<CounterId>> partitions = new HashMap<>();
    rows.forEach(
        (counter, some) -> {
          for (IdRow row : some) {
            CounterId id = new CounterId(counter, row.id());
            EventTime at = EventTime.of(row.at());
            for (IdPartition partition :
                header.remembered().before(layout, page, row.id(), at, row.window())) {
              partitions.computeIfAbsent(partition, any -> new HashSet<>()).add(id);
            }
          }
        });
    return partitions;
  }
}
