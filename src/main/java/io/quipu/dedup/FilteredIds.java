package io.quipu.dedup;

import io.quipu.page.IdPartition;
import io.quipu.page.Layout;
import io.quipu.page.RememberedPeriods;
import io.quipu.store.SettledIds;
import io.quipu.store.WriteOutcome;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The settled ids of one page, for its settler: those that were certainly never counted are not
 * looked up, as most ids are new. Confined to one context; one for each settler.
 *
 * <p>Invariant: no look-up is left out unless the filter of its partition has every id that was
 * ever counted there, by anybody, in a step up to where the settler's next one begins. What was
 * counted before it took the page over is in none of the periods that the header did not name then,
 * or was read from the store; what was counted since, its own steps have written through this. A
 * step of anybody else in between makes its own next step fail, and whatever was resolved for it.
 */
public final class FilteredIds implements SettledIds {
  private final SettledIds ids;
  private final Layout layout;
  private final FilterMemory memory;
  private final Looked looked;
  private final Map<IdPartition, KnownIds> known = new HashMap<>();

  /** Periods with ids when the page was taken over; null while it is not. */
  private @Nullable RememberedPeriods before;

  /** Told of look-ups. */
  @FunctionalInterface
  public interface Looked {
    /**
     * @param ids that were looked up in a partition
     * @param certainlyNew others, that were not
     */
    void up(int ids, int certainlyNew);
  }

  public FilteredIds(SettledIds ids, Layout layout, FilterMemory memory, Looked looked) {
    this.ids = ids;
    this.layout = layout;
    this.memory = memory;
    this.looked = looked;
  }

  /**
   * The settler has taken the page over, and takes no step before all that was counted until then
   * is durable.
   *
   * @param counted the periods that have ids, by a serial read
   */
  public void begin(RememberedPeriods counted) {
    forget();
    before = counted;
  }

  /** Somebody else may have taken a step. */
  public void forget() {
    known.values().forEach(KnownIds::abandon);
    known.clear();
    before = null;
  }

  private @Nullable KnownIds known(IdPartition partition) {
    RememberedPeriods periods = before;
    return periods == null
        ? null
        : known.computeIfAbsent(
            partition,
            any ->
                new KnownIds(any, layout, ids, memory, !periods.has(any.window(), any.period())));
  }

  @Override
  public CompletionStage<Void> find(IdPartition partition, Collection<CounterId> asked, Sink sink) {
    KnownIds here = known(partition);
    Collection<CounterId> some =
        here == null ? asked : asked.stream().filter(here::mayHave).toList();
    looked.up(some.size(), asked.size() - some.size());
    if (some.isEmpty()) {
      return CompletableFuture.completedStage(null);
    }
    CompletionStage<Void> found = ids.find(partition, some, sink);
    if (here == null) {
      return found;
    }
    CompletionStage<Void> read = here.readOn(some.size());
    return found.thenCompose(all -> read);
  }

  @Override
  public CompletionStage<@Nullable CounterId> list(
      IdPartition partition, @Nullable CounterId after, int rows, Consumer<CounterId> sink) {
    return ids.list(partition, after, rows, sink);
  }

  /** Whatever becomes of it: an id too many is looked up, and that is all. */
  @Override
  public CompletionStage<WriteOutcome> remember(IdPartition partition, List<Counted> counted) {
    KnownIds here = known(partition);
    if (here != null) {
      counted.forEach(one -> here.add(new CounterId(one.counter(), one.id().id())));
    }
    return ids.remember(partition, counted);
  }

  @Override
  public CompletionStage<WriteOutcome> delete(IdPartition partition) {
    return ids.delete(partition)
        .thenApply(
            outcome -> {
              KnownIds gone = outcome == WriteOutcome.WRITTEN ? known.remove(partition) : null;
              if (gone != null) {
                gone.abandon();
              }
              return outcome;
            });
  }
}
