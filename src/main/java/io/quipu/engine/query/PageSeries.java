package io.quipu.engine.query;

import io.quipu.engine.kind.answer.SeriesRange;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.names.Series;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.CounterSlices.NamedState;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The series on one page that a question asks for. A stage fails with the store unavailable.
 * Confined to one context.
 *
 * <p>{@link #together} reads all of one moment. Else the tail comes first, then the states: a row
 * that is no longer in the tail is in a state by then.
 */
final class PageSeries {
  /** The number of states for which every attempt has room; for more, it takes more. */
  private static final int FEW = 100;

  /** The number of states that are looked at after the tail, at a time. */
  private static final int CHUNK = 1_000;

  private static final int ATTEMPTS = 5;

  private final PageReads pages;
  private final SeriesRange asked;
  private final CounterName counter;
  private final String stored;
  private final int page;
  private final long until;

  /** All series of a page, from one state of it and one reading of its tail. */
  record Together(PageState state, Count.Tail tail) {
    private Stream<CounterName> withState() {
      return state.counters().keySet().stream().filter(CounterName::isSeries);
    }

    Stream<CounterName> series() {
      return Stream.concat(withState(), tail.counters().stream().filter(CounterName::isSeries));
    }
  }

  /**
   * @param until monotonic time at which the patience of the question ends
   */
  PageSeries(PageReads pages, SeriesRange asked, int page, long until) {
    this.pages = pages;
    this.asked = asked;
    this.counter = asked.counter().name();
    this.stored = CounterName.ofSeries(counter.stored());
    this.page = page;
    this.until = until;
  }

  private CompletionStage<List<NamedState>> states(NameRange range, int most) {
    return pages.stores.slices().states(page, List.of(stored), range, most);
  }

  /** Reads all series; empty if there are more than {@code most}. */
  CompletionStage<Optional<Together>> together(KnownResets known, int most) {
    return together(known, most, ATTEMPTS);
  }

  private CompletionStage<Optional<Together>> together(KnownResets known, int most, int left) {
    return pages
        .rows
        .with(until, FEW, held -> attempt(known, most, held))
        .thenCompose(
            found -> {
              if (found.isEmpty() || isAll(found.get())) {
                return CompletableFuture.completedStage(found);
              }
              if (left == 1) {
                throw new StoreUnavailable("series begin faster than they are found", null);
              }
              return together(known, most, left - 1);
            });
  }

  /** Tells whether the states of all series that have one were asked for. */
  private boolean isAll(Together found) {
    return found.withState().count() == found.state.of(counter).series().number(asked.breakdown());
  }

  /** Looks for the names of the series, then reads all. */
  private CompletionStage<Optional<Together>> attempt(
      KnownResets known, int most, TailRows.Room held) {
    return states(Series.stored(counter.name(), asked.breakdown()), most + 1)
        .thenCompose(
            some -> {
              if (some.size() > most) {
                return CompletableFuture.completedStage(Optional.empty());
              }
              makeRoom(some.size() - FEW, held);
              List<CounterName> names = new ArrayList<>(List.of(counter));
              some.forEach(one -> names.add(one.counter()));
              Count.Tail tail = new Count.Tail(asked.breakdown());
              return pages
                  .read(page, names, EventTime.MAX, held, known, tail)
                  .thenApply(reading -> Optional.of(new Together(reading.state(), tail)));
            });
  }

  private void makeRoom(int more, TailRows.Room held) {
    for (int left = more; left > 0; ) {
      int some = held.grow(left);
      if (some == 0) {
        throw held.exhausted(page, counter, EventTime.MIN);
      }
      left -= some;
    }
  }

  /** Hands {@code found} the series in the tail, then those with a state until it has the first. */
  CompletionStage<Void> first(FirstKeys found) {
    return pages.rows.with(
        until,
        CHUNK,
        held ->
            tail(held, new KnownResets(), found)
                .thenCompose(
                    tail -> each(asked.names(), one -> found.add(one.counter().series()))));
  }

  /**
   * The counts of the series, each of its state and of the rows in the tail that the state lacks.
   *
   * @param most the maximum number of series with a state that are read to the end
   */
  CompletionStage<Map<String, Tally>> counts(KnownResets known, int most) {
    return pages.rows.with(
        until,
        CHUNK,
        held -> {
          SeriesTails tails = new SeriesTails(asked, page, held);
          return tail(held, known, tails)
              .thenCompose(
                  reading -> {
                    CounterState whole = reading.state().of(counter);
                    return each(
                        asked.names(),
                        one ->
                            tails.add(one.counter().series(), whole.ofSeries(one.state())) <= most);
                  })
              .thenApply(read -> tails.sums());
        });
  }

  private CompletionStage<PageReading> tail(
      TailRows.Room held, KnownResets known, PageReads.Sink sink) {
    return pages.read(page, List.of(counter), EventTime.MAX, held, known, sink);
  }

  /** Hands states to {@code action}, in the order of their keys, until it wants no more. */
  private CompletionStage<Void> each(NameRange range, Predicate<NamedState> action) {
    return states(range, CHUNK)
        .thenCompose(
            some -> {
              boolean more = some.size() == CHUNK;
              for (NamedState one : some) {
                more &= action.test(one);
              }
              return more
                  ? each(range.after(some.get(CHUNK - 1).counter().key()), action)
                  : CompletableFuture.completedStage(null);
            });
  }
}
