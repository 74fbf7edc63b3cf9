package io.quipu.engine.query.ranking;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.query.ranking.Slices.Place;
import io.quipu.engine.query.ranking.Slices.Placed;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.store.CounterSlices;
import io.quipu.engine.store.CounterSlices.NamedState;
import io.quipu.engine.store.CounterSlices.NamedTally;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The settled counters of pages, a slice for each page: with their total counts, or with what they
 * counted in a range of windows.
 *
 * <p>The header of each page is read serially before the counters of the page. So the state of the
 * header is on a quorum, and no counter is read in an older state.
 */
final class PageSlices implements Slices {
  /**
   * The maximum number of ticks from a page to the horizon while the page is settled without delay.
   */
  private static final long NEAR = EventPartition.BUCKET_SECONDS * EventTime.TICKS_PER_SECOND;

  /** Ticks from a page to the horizon beyond which the page has much to settle. */
  private static final long FAR = EventPartition.HOUR_SECONDS * EventTime.TICKS_PER_SECOND;

  private final RankingRun run;
  private final EventTime horizon;

  /**
   * @param horizon the horizon that was announced before this ranking
   */
  PageSlices(RankingRun run, EventTime horizon) {
    this.run = run;
    this.horizon = horizon;
  }

  @Override
  public int count() {
    return run.layout.pages();
  }

  @Override
  public CompletionStage<Begun> begin(int page) {
    return run.query(() -> run.stores.pages().readSerial(page, List.of()))
        .thenCompose(
            state -> {
              EventTime until = state.header().until();
              return reached(page, until).thenApply(reached -> new Begun(reached, until));
            });
  }

  /**
   * The point before which all rows of a page are settled. A page without rows is moved only
   * seldom. A row after the last move would be in a partition that was named before the horizon
   * passed the row. If no such partition is named, the point is the horizon. For near and far
   * pages, the point is {@code until}, without a lookup. But a page that was never settled is
   * looked up even if far.
   */
  private CompletionStage<EventTime> reached(int page, EventTime until) {
    long behind = horizon.ticks() - until.ticks();
    if (behind <= NEAR || (behind > FAR && !until.equals(EventTime.MIN))) {
      return CompletableFuture.completedStage(until);
    }
    return run.query(() -> run.stores.directory().named(run.layout.part(page), until))
        .thenApply(
            named -> named.isEmpty() || !named.last().end().isAfter(until) ? horizon : until);
  }

  @Override
  public CompletionStage<Chunk> next(int page, Place from, int most) {
    List<String> namespaces = run.names.from(from);
    CounterSlices slices = run.stores.slices();
    if (run.cover == null && !isOfSeries()) {
      return run.query(() -> slices.totals(page, namespaces, from.names(), most))
          .thenApply(
              found ->
                  new Chunk(
                      found.stream()
                          .filter(one -> run.names.isRanked(one.counter()))
                          .map(one -> run.names.placed(one.counter(), one.tally()))
                          .toList(),
                      after(found, NamedTally::counter, most, from)));
    }
    return run.query(() -> slices.states(page, namespaces, from.names(), most))
        .thenCompose(
            found ->
                values(page, found)
                    .thenApply(
                        counted ->
                            new Chunk(counted, after(found, NamedState::counter, most, from))));
  }

  private CompletionStage<List<Placed>> values(int page, List<NamedState> found) {
    List<NamedState> ranked =
        found.stream().filter(one -> run.names.isRanked(one.counter())).toList();
    return (isOfSeries()
            ? asResetsLeaveThem(page, ranked)
            : CompletableFuture.completedStage(ranked))
        .thenCompose(some -> tallies(page, some));
  }

  private CompletionStage<List<Placed>> tallies(int page, List<NamedState> some) {
    WindowCover cover = run.cover;
    return cover == null
        ? CompletableFuture.completedStage(
            some.stream().map(one -> run.names.placed(one.counter(), one.state().total())).toList())
        : new WindowTallies(run, page, cover).add(some);
  }

  /** The states of series after the resets of their counters, which are not written to them. */
  private CompletionStage<List<NamedState>> asResetsLeaveThem(int page, List<NamedState> some) {
    Set<CounterName> counters = new TreeSet<>();
    some.forEach(one -> counters.add(one.counter().whole()));
    return counters.isEmpty()
        ? CompletableFuture.completedStage(some)
        : run.query(() -> run.stores.pages().read(page, counters))
            .thenApply(state -> some.stream().map(one -> reset(one, state)).toList());
  }

  private static NamedState reset(NamedState one, PageState state) {
    CounterState whole = state.of(one.counter().whole());
    return new NamedState(one.counter(), whole.ofSeries(one.state()));
  }

  private boolean isOfSeries() {
    return !run.all.get(0).series().isEmpty();
  }

  /** Where those lie that a query did not read. */
  private <T> @Nullable Place after(
      List<T> found, Function<T, CounterName> name, int most, Place from) {
    return found.size() < most
        ? run.names.after(from.stored() + run.names.from(from).size() - 1)
        : run.names.after(name.apply(found.get(most - 1)));
  }
}
