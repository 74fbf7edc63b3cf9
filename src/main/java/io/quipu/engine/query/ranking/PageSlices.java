package io.quipu.engine.query.ranking;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.state.ListedCounter;
import io.quipu.engine.store.CounterSlices;
import io.quipu.engine.store.CounterSlices.NamedState;
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
  public NameRange names() {
    return run.ranked.storedRange();
  }

  @Override
  public CompletionStage<EventTime> begin(int page) {
    return run.query(() -> run.stores.pages().readSerial(page, List.of()))
        .thenCompose(state -> reached(page, state.header().until()));
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
  public CompletionStage<Chunk> next(int page, int purged, NameRange names, int most) {
    String stored = run.ranked.storedNames().get(purged);
    CounterSlices slices = run.stores.slices();
    WindowCover cover = run.cover;
    if (!run.ranked.series().isEmpty()) {
      return run.query(() -> slices.states(page, stored, names, most))
          .thenCompose(
              found ->
                  asResetsLeaveThem(page, stored, ofRanked(found, stored, purged))
                      .thenCompose(some -> tallies(page, stored, some))
                      .thenApply(
                          counted -> new Chunk(counted, last(found, NamedState::counter, most))));
    }
    if (cover == null) {
      return run.query(() -> slices.totals(page, stored, names, most))
          .thenApply(
              found ->
                  new Chunk(
                      shown(found, ListedCounter::counter, purged),
                      last(found, ListedCounter::counter, most)));
    }
    return run.query(() -> slices.states(page, stored, names, most))
        .thenCompose(
            found ->
                new WindowTallies(run, page, stored, cover)
                    .add(shown(found, NamedState::counter, purged))
                    .thenApply(
                        counted -> new Chunk(counted, last(found, NamedState::counter, most))));
  }

  private CompletionStage<List<ListedCounter>> tallies(
      int page, String stored, List<NamedState> some) {
    WindowCover cover = run.cover;
    return cover == null
        ? CompletableFuture.completedStage(
            some.stream()
                .map(one -> new ListedCounter(one.counter(), one.state().total()))
                .toList())
        : new WindowTallies(run, page, stored, cover).add(some);
  }

  private List<NamedState> ofRanked(List<NamedState> found, String stored, int purged) {
    return found.stream()
        .filter(
            one -> {
              CounterName name = CounterName.ofStored(stored, one.counter());
              return run.ranked.isRanked(name) && run.isShown(name.name(), purged);
            })
        .toList();
  }

  /** The states of series after the resets of their counters, which are not written to them. */
  private CompletionStage<List<NamedState>> asResetsLeaveThem(
      int page, String stored, List<NamedState> some) {
    Set<CounterName> counters = new TreeSet<>();
    some.forEach(one -> counters.add(CounterName.ofStored(stored, one.counter()).whole()));
    return counters.isEmpty()
        ? CompletableFuture.completedStage(some)
        : run.query(() -> run.stores.pages().read(page, counters))
            .thenApply(state -> some.stream().map(one -> reset(one, stored, state)).toList());
  }

  private static NamedState reset(NamedState one, String stored, PageState state) {
    CounterName counter = CounterName.ofStored(stored, one.counter()).whole();
    return new NamedState(one.counter(), state.of(counter).ofSeries(one.state()));
  }

  private <T> List<T> shown(List<T> found, Function<T, String> name, int purged) {
    return found.stream().filter(one -> run.isShown(name.apply(one), purged)).toList();
  }

  private static <T> @Nullable String last(List<T> found, Function<T, String> name, int most) {
    return found.size() < most ? null : name.apply(found.get(most - 1));
  }
}
