package io.quipu.engine.ingest;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntConsumer;

/**
 * Slows writers down before readers have to be refused: bounds the events with ids of one counter
 * that one context has recorded and that are not settled, as a read holds each of them. While a
 * counter has more than {@code Bounds.slow}, an append waits until its page has settled some, up to
 * the patience; then it is recorded nevertheless, unless there are more than {@code Bounds.most}.
 * Confined to one context.
 *
 * <p>It decides when something is written, never what became of it: nothing of an append that waits
 * or is refused here was minted. Where a page stands is a hint from its settler or a plain read;
 * one that is old only makes writers slower.
 *
 * <p>Counters of a page share {@value #SLOTS} numbers by their hash. A counter that shares one with
 * a busy counter is slowed with it.
 */
public final class TailBound {
  private static final int SLOTS = 64;
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

  /** The granularity in which it is remembered when events were recorded: 100 ms. */
  private static final long SLICE = EventTime.TICKS_PER_SECOND / 10;

  private final PageStore pages;
  private final Clock clock;
  private final Scheduler scheduler;
  private final IntConsumer hasten;
  private final Bounds bounds;
  private final Map<Integer, Tail> tails = new HashMap<>();

  /**
   * The bounds of one counter in one context.
   *
   * @param slow unsettled events with ids from which on appends wait
   * @param most from which on those that waited in vain are refused
   * @param patience how long an append waits
   */
  public record Bounds(int slow, int most, Duration patience) {
    /** For a read that may hold some 10,000 rows in the smallest heap. */
    public static final Bounds USUAL = new Bounds(10_000, 100_000, Duration.ofSeconds(2));
  }

  /**
   * @param pages told where a page stands that another process settles
   * @param hasten asks for a page to be settled without delay
   */
  public TailBound(
      PageStore pages, Clock clock, Scheduler scheduler, IntConsumer hasten, Bounds bounds) {
    this.pages = pages;
    this.clock = clock;
    this.scheduler = scheduler;
    this.hasten = hasten;
    this.bounds = bounds;
  }

  /** The page to which events of a counter go. */
  record Place(int page, CounterName counter) {
    private int slot() {
      int hash = counter.hashCode();
      return (hash ^ hash >>> 16) & SLOTS - 1;
    }
  }

  private static final class Slice {
    final long end;
    final int[] events = new int[SLOTS];

    Slice(long end) {
      this.end = end;
    }
  }

  private static final class Waiting {
    final int slot;
    final long until;
    final CompletableFuture<Boolean> admitted = new CompletableFuture<>();

    Waiting(int slot, long until) {
      this.slot = slot;
      this.until = until;
    }
  }

  /** The unsettled events of one page, those that wait to be written included. */
  private static final class Tail {
    final int[] unsettled = new int[SLOTS];
    final int[] waitingHere = new int[SLOTS];
    final ArrayDeque<Slice> slices = new ArrayDeque<>();
    final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    boolean looking;
    boolean asked;

    void passed(EventTime until) {
      while (!slices.isEmpty() && slices.peekFirst().end <= until.ticks()) {
        int[] settled = slices.removeFirst().events;
        for (int slot = 0; slot < SLOTS; slot++) {
          unsettled[slot] -= settled[slot];
        }
      }
    }
  }

  /** Tells whether events with ids have to wait. */
  boolean isFull(Place place) {
    Tail tail = tails.get(place.page);
    if (tail == null) {
      return false;
    }
    int slot = place.slot();
    return tail.unsettled[slot] >= bounds.slow || tail.waitingHere[slot] > 0;
  }

  /**
   * Waits for room in each place, one after the other; false if there are too many events in one by
   * the end of the patience.
   */
  CompletionStage<Boolean> room(List<Place> places) {
    return room(places.iterator(), clock.monotonicNanos() + bounds.patience.toNanos());
  }

  private CompletionStage<Boolean> room(Iterator<Place> places, long until) {
    while (places.hasNext()) {
      Place next = places.next();
      if (isFull(next)) {
        return await(next, until)
            .thenCompose(
                admitted ->
                    admitted ? room(places, until) : CompletableFuture.completedStage(false));
      }
    }
    return CompletableFuture.completedStage(true);
  }

  private CompletionStage<Boolean> await(Place place, long until) {
    Tail tail = tail(place.page);
    Waiting added = new Waiting(place.slot(), until);
    tail.waitingHere[added.slot]++;
    tail.waiting.add(added);
    if (!tail.looking) {
      tail.looking = true;
      look(place.page, tail);
    }
    return added.admitted;
  }

  /** Admits all that wait: whoever asked decides anew. */
  void release() {
    for (Tail tail : List.copyOf(tails.values())) {
      for (Waiting one : List.copyOf(tail.waiting)) {
        end(tail, one, true);
      }
    }
  }

  private Tail tail(int page) {
    return tails.computeIfAbsent(page, any -> new Tail());
  }

  /** Events with ids wait to be written. */
  void queued(Place place, int events) {
    if (events > 0) {
      tail(place.page).unsettled[place.slot()] += events;
    }
  }

  /** Some of those were refused, or failed. */
  void dropped(Place place, int events) {
    if (events > 0) {
      Tail tail = tail(place.page);
      tail.unsettled[place.slot()] -= events;
      admit(tail);
    }
  }

  /** Some of those are being written, at most at {@code last}. */
  void written(Place place, int events, EventTime last) {
    ArrayDeque<Slice> slices = tail(place.page).slices;
    Slice slice = slices.peekLast();
    if (slice == null || slice.end <= last.ticks()) {
      slice = new Slice((last.ticks() / SLICE + 1) * SLICE);
      slices.addLast(slice);
    }
    slice.events[place.slot()] += events;
  }

  /** Takes in up to where a page is settled. */
  void onSettled(int page, EventTime until) {
    Tail tail = tails.get(page);
    if (tail == null) {
      return;
    }
    tail.passed(until);
    admit(tail);
    if (tail.slices.isEmpty() && tail.waiting.isEmpty() && isZero(tail.unsettled)) {
      tails.remove(page);
    }
  }

  private static boolean isZero(int[] numbers) {
    for (int number : numbers) {
      if (number != 0) {
        return false;
      }
    }
    return true;
  }

  /** In the order of asking; whoever is admitted queues its events at once. */
  private void admit(Tail tail) {
    for (Waiting next : List.copyOf(tail.waiting)) {
      if (tail.unsettled[next.slot] < bounds.slow) {
        end(tail, next, true);
      }
    }
  }

  private static void end(Tail tail, Waiting one, boolean admitted) {
    if (tail.waiting.remove(one)) {
      tail.waitingHere[one.slot]--;
      one.admitted.complete(admitted);
    }
  }

  /** While appends wait for a page there is a look to come, always. */
  private void look(int page, Tail tail) {
    long now = clock.monotonicNanos();
    for (Waiting one : List.copyOf(tail.waiting)) {
      if (now - one.until >= 0) {
        end(tail, one, tail.unsettled[one.slot] < bounds.most);
      }
    }
    if (tail.waiting.isEmpty()) {
      tail.looking = false;
      return;
    }
    hasten.accept(page);
    ask(page, tail);
    // Patience ends in time although the answer does not come.
    scheduler.after(BETWEEN_LOOKS, () -> look(page, tail));
  }

  private void ask(int page, Tail tail) {
    if (tail.asked) {
      return;
    }
    tail.asked = true;
    CompletableFuture.completedStage(page)
        .thenCompose(asked -> pages.read(asked, List.of()))
        .whenComplete(
            (state, failure) -> {
              tail.asked = false;
              if (failure == null) {
                onSettled(page, state.header().until());
              } else if (!StoreUnavailable.caused(failure)) {
                // After a defect nobody would be told of room.
                release();
              }
            });
  }
}
