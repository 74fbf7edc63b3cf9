package io.quipu.engine.checkpoint.dedup;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Layout;
import io.quipu.engine.state.IdPartition;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.store.SettledIds;
import io.quipu.engine.store.SettledIds.CounterId;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.EventTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Looks up the counted rows of ids before a page's {@code until}. Rows that the last step of their
 * counter counted may be pending in the counter's state. All other rows are among the settled ids.
 *
 * <p>The state of the page is read before the settled ids. All ids that are not pending were
 * exported before the state was written, so the lookup finds them. Settled ids at or after {@code
 * until} belong to later steps and are left out, because the caller has the rows of these ids.
 */
public final class IdLookup {
  /** The maximum number of partitions that are looked up at once. */
  private static final int AT_ONCE = 16;

  private final Layout layout;
  private final SettledIds ids;

  public IdLookup(Layout layout, SettledIds ids) {
    this.layout = layout;
    this.ids = ids;
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
    return find(state, rows.keySet(), partitions(page, state.header(), rows), ids::find, sink);
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
    Partitions found = new Partitions(page, header);
    rows.forEach(
        (counter, some) -> {
          for (IdRow row : some) {
            CounterId id = new CounterId(counter, row.id());
            for (Set<CounterId> ids : found.of(row)) {
              ids.add(id);
            }
          }
        });
    return found.partitions;
  }

  /**
   * The partitions to look into. They are the same for the rows of one second, but for the part.
   */
  private final class Partitions {
    final Map<IdPartition, Set<CounterId>> partitions = new HashMap<>();
    private final int page;
    private final PageHeader header;
    private final Map<Integer, List<Set<CounterId>>> ofSecond = new HashMap<>();
    private long second = -1;
    private int window;

    Partitions(int page, PageHeader header) {
      this.page = page;
      this.header = header;
    }

    List<Set<CounterId>> of(IdRow row) {
      EventTime at = EventTime.of(row.at());
      if (at.epochSecond() != second || row.window() != window) {
        second = at.epochSecond();
        window = row.window();
        ofSecond.clear();
      }
      return ofSecond.computeIfAbsent(layout.idPart(row.id()), part -> of(part, at));
    }

    private List<Set<CounterId>> of(int part, EventTime at) {
      return header.remembered().before(page, part, at, window).stream()
          .map(partition -> partitions.computeIfAbsent(partition, any -> new HashSet<>()))
          .toList();
    }
  }
}
