package io.quipu.engine.query;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.query.QueryMessages.AwaitedPage;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import io.quipu.engine.windows.EventTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Waits until pages are settled past the points of questions. While questions wait for a page, the
 * header of the page is read once for all these questions, again after each {@link #PAUSE}. A hint
 * that the page has passed a point ends the wait sooner. Counters of questions that become due
 * together are read together. Confined to one context.
 */
final class SettledStates {
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final PageStore pages;
  private final Clock clock;
  private final Scheduler scheduler;
  private final Consumer<AwaitedPage> hasten;
  private final Map<Integer, List<Waiting>> waiting = new HashMap<>();
  private final Map<Integer, EventTime> seen = new HashMap<>();

  private record Waiting(
      CounterName counter, EventTime last, long until, CompletableFuture<PageReading> answer) {}

  /**
   * @param hasten asks for a page to be settled ahead of others
   */
  SettledStates(PageStore pages, Clock clock, Scheduler scheduler, Consumer<AwaitedPage> hasten) {
    this.pages = pages;
    this.clock = clock;
    this.scheduler = scheduler;
    this.hasten = hasten;
  }

  /**
   * Returns a state of a page that is settled past {@code last}, with the state of one counter and
   * without a tail. Fails with the store unavailable if the wait is longer than {@code patience}.
   */
  CompletionStage<PageReading> past(
      int page, CounterName counter, EventTime last, Duration patience) {
    long until = clock.monotonicNanos() + patience.toNanos();
    Waiting added = new Waiting(counter, last, until, new CompletableFuture<>());
    if (last.isBefore(seen.getOrDefault(page, EventTime.MIN))) {
      read(page, List.of(added));
    } else {
      hasten.accept(new AwaitedPage(page, last));
      add(page, List.of(added), Duration.ZERO);
    }
    return added.answer;
  }

  /** Takes in the point up to which a page is settled, and answers the questions that are due. */
  void passed(int page, EventTime until) {
    seen.merge(page, until, EventTime::max);
    List<Waiting> due = new ArrayList<>();
    waiting
        .getOrDefault(page, new ArrayList<>())
        .removeIf(one -> one.last.isBefore(until) && due.add(one));
    for (int from = 0; from < due.size(); from += PageStore.MOST_COUNTERS) {
      read(page, due.subList(from, Math.min(due.size(), from + PageStore.MOST_COUNTERS)));
    }
  }

  /** Adds questions that wait for a page. While questions wait, a look is running or scheduled. */
  private void add(int page, List<Waiting> more, Duration firstLook) {
    List<Waiting> all = waiting.get(page);
    if (all != null) {
      all.addAll(more);
    } else {
      waiting.put(page, new ArrayList<>(more));
      lookAfter(firstLook, page);
    }
  }

  private void lookAfter(Duration pause, int page) {
    if (pause.isZero()) {
      look(page);
    } else {
      scheduler.after(pause, () -> look(page));
    }
  }

  private void look(int page) {
    List<Waiting> all = Objects.requireNonNull(waiting.get(page));
    long now = clock.monotonicNanos();
    List<Waiting> late = new ArrayList<>();
    all.removeIf(one -> now - one.until > 0 && late.add(one));
    fail(late, new StoreUnavailable("the events are not settled yet", null));
    if (all.isEmpty()) {
      waiting.remove(page);
      return;
    }
    ask(page, List.of())
        .whenComplete(
            (state, failure) -> {
              if (failure == null) {
                passed(page, state.header().until());
              } else if (!StoreUnavailable.caused(failure)) {
                fail(List.copyOf(all), failure);
                all.clear();
              }
              // Asks again, because hints may be lost, and pages move to other settlers.
              all.stream()
                  .map(Waiting::last)
                  .min(EventTime::compareTo)
                  .ifPresent(last -> hasten.accept(new AwaitedPage(page, last)));
              lookAfter(PAUSE, page);
            });
  }

  /**
   * Reads a page for due questions. A question waits again if the store is unavailable, or if the
   * state is older than the header that was seen.
   */
  private void read(int page, List<Waiting> due) {
    long started = clock.monotonicNanos();
    Collection<CounterName> counters = new TreeSet<>();
    due.forEach(one -> counters.add(one.counter));
    ask(page, counters)
        .whenComplete(
            (state, failure) -> {
              if (failure != null && !StoreUnavailable.caused(failure)) {
                fail(due, failure);
                return;
              }
              List<Waiting> again = new ArrayList<>();
              for (Waiting one : due) {
                if (failure == null && one.last.isBefore(state.header().until())) {
                  one.answer.complete(new PageReading(state, 0, started));
                } else {
                  again.add(one);
                }
              }
              if (!again.isEmpty()) {
                add(page, again, PAUSE);
              }
            });
  }

  private CompletionStage<PageState> ask(int page, Collection<CounterName> counters) {
    return CompletableFuture.completedStage(page).thenCompose(asked -> pages.read(asked, counters));
  }

  private static void fail(List<Waiting> some, Throwable failure) {
    some.forEach(one -> one.answer.completeExceptionally(failure));
  }
}
