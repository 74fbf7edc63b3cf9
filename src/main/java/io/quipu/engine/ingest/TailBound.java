package io.quipu.engine.ingest;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventTime;
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
 * Slows writers down before readers have to be refused: bounds the unsettled events with ids that
 * one context has recorded. A counter has a bound because a read holds each such event in memory.
 * The bound of a page is what its settler settles in {@value #SECONDS_OF_A_PAGE} s, at least {@code
 * Bounds.slowPage}. At a bound, an append waits until the page has settled some events. When the
 * patience ends, the append is recorded if the counter has fewer than {@code Bounds.most} such
 * events, else refused. Appends wait only for a settler of this process. Confined to one context.
 *
 * <p>This class decides when an append is written, never whether the write succeeded. No row of an
 * append that waits or is refused here was minted. Hints from the settler tell up to which time a
 * page is settled. An old hint only makes writers slower.
 *
 * <p>The counters of a page share {@value #SLOTS} slots by their hash. A busy counter slows all
 * counters of its slot. A page with too many events slows only the slots that have at least {@code
 * 1 / SLOTS} of its bound, so that busy counters do not slow quiet counters.
 */
public final class TailBound {
  private static final int SLOTS = 64;

  /** The bound of a page is what it settles in so many seconds: a bucket of 5 s, and the lag. */
  private static final int SECONDS_OF_A_PAGE = 8;

  /** The rate of settling is a moving average over about so many seconds. */
  private static final double SECONDS_OF_THE_RATE = 4;

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

  /**
   * After so long without a hint, a page counts as settled by another process. Events older than
   * this time are forgotten then: no hint will say that they are settled.
   */
  private static final Duration SETTLES_HERE = Duration.ofSeconds(10);

  /** The granularity of remembered recording times: 100 ms. */
  private static final long SLICE = EventTime.TICKS_PER_SECOND / 10;

  private final Clock clock;
  private final Scheduler scheduler;
  private final IntConsumer hasten;
  private final Bounds bounds;
  private final Map<Integer, Tail> tails = new HashMap<>();

  /**
   * The bounds of one context.
   *
   * @param slow number of unsettled events with ids of a counter at which appends begin to wait
   * @param slowPage the bound of a page whose settler is slow, or whose rate is not known yet
   * @param most number of unsettled events with ids at which appends that waited are refused
   * @param patience how long an append waits
   */
  public record Bounds(int slow, int slowPage, int most, Duration patience) {
    /** The usual bounds: in the smallest heap, a read may hold about 10,000 rows. */
    public static final Bounds USUAL = new Bounds(10_000, 3_000, 100_000, Duration.ofSeconds(2));
  }

  /**
   * @param hasten asks for a page to be settled without delay
   */
  public TailBound(Clock clock, Scheduler scheduler, IntConsumer hasten, Bounds bounds) {
    this.clock = clock;
    this.scheduler = scheduler;
    this.hasten = hasten;
    this.bounds = bounds;
  }

  /** The page to which events of a counter go. */
  record Place(int page, CounterName counter) {}

  private static int slot(CounterName counter) {
    int hash = counter.hashCode();
    return (hash ^ hash >>> 16) & SLOTS - 1;
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

  /** The unsettled events of one page, including events that wait to be written. */
  private static final class Tail {
    final int[] unsettled = new int[SLOTS];
    final int[] waitingHere = new int[SLOTS];
    final ArrayDeque<Slice> slices = new ArrayDeque<>();
    final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    int all;
    boolean looking;
    boolean heardHere;
    long lastHeardHere;

    /** The rate of settling, in events a second. */
    double rate;

    void add(int slot, int events) {
      unsettled[slot] += events;
      all += events;
    }

    void forget(long until) {
      while (!slices.isEmpty() && slices.peekFirst().end <= until) {
        int[] settled = slices.removeFirst().events;
        for (int slot = 0; slot < SLOTS; slot++) {
          add(slot, -settled[slot]);
        }
      }
    }

    void settled(EventTime until, long now) {
      int before = all;
      forget(until.ticks());
      double seconds = heardHere ? (now - lastHeardHere) / 1e9 : SECONDS_OF_THE_RATE;
      double weight = Math.min(1, seconds / SECONDS_OF_THE_RATE);
      rate = rate * (1 - weight) + (before - all) / Math.max(seconds, SECONDS_OF_THE_RATE);
      heardHere = true;
      lastHeardHere = now;
    }
  }

  /** Tells whether events with ids have to wait before they go to a place. */
  boolean isFull(Place place) {
    return isFull(place.page, place.counter);
  }

  /** Tells whether events with ids of a counter have to wait before they go to a page. */
  boolean isFull(int page, CounterName counter) {
    Tail tail = tails.get(page);
    if (tail == null) {
      return false;
    }
    int slot = slot(counter);
    return isFull(tail, slot) || tail.waitingHere[slot] > 0;
  }

  /** False if another process settles the page: appends cannot ask its settler to hurry. */
  private boolean isFull(Tail tail, int slot) {
    int own = tail.unsettled[slot];
    int page = (int) Math.max(bounds.slowPage, tail.rate * SECONDS_OF_A_PAGE);
    // The clock last: every append comes here, and nearly always the tail is short.
    return (own >= bounds.slow || (tail.all >= page && own >= page / SLOTS)) && isSettledHere(tail);
  }

  /**
   * Waits for room in each place, one place after the other. The answer is false if the counter of
   * a place still has {@code Bounds.most} events or more when the patience ends.
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
    Waiting added = new Waiting(slot(place.counter), until);
    tail.waitingHere[added.slot]++;
    tail.waiting.add(added);
    if (!tail.looking) {
      tail.looking = true;
      look(place.page, tail);
    }
    return added.admitted;
  }

  /** Admits all waiting appends; each caller then decides again. */
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

  /** Counts events with ids that now wait to be written. */
  void queued(int page, CounterName counter, int events) {
    if (events > 0) {
      tail(page).add(slot(counter), events);
    }
  }

  /** Takes back queued events that were refused, or whose write failed. */
  void dropped(int page, CounterName counter, int events) {
    if (events > 0) {
      Tail tail = tail(page);
      tail.add(slot(counter), -events);
      admit(tail);
    }
  }

  /** Remembers queued events that are being written, with times up to {@code last}. */
  void written(int page, CounterName counter, int events, EventTime last) {
    Tail tail = tail(page);
    Slice slice = tail.slices.peekLast();
    if (slice == null || slice.end <= last.ticks()) {
      slice = new Slice((last.ticks() / SLICE + 1) * SLICE);
      tail.slices.addLast(slice);
      if (!isSettledHere(tail)) {
        tail.forget(slice.end - SETTLES_HERE.toSeconds() * EventTime.TICKS_PER_SECOND);
      }
    }
    slice.events[slot(counter)] += events;
  }

  private boolean isSettledHere(Tail tail) {
    return tail.heardHere && clock.monotonicNanos() - tail.lastHeardHere < SETTLES_HERE.toNanos();
  }

  /** The number of slices that are remembered. */
  int remembered() {
    return tails.values().stream().mapToInt(tail -> tail.slices.size()).sum();
  }

  /** Takes in the time up to which a settler of this process has settled a page. */
  void onSettled(int page, EventTime until) {
    Tail tail = tails.get(page);
    if (tail != null) {
      tail.settled(until, clock.monotonicNanos());
      admit(tail);
    }
  }

  /** Admits appends in the order of asking; an admitted append queues its events at once. */
  private void admit(Tail tail) {
    for (Waiting next : List.copyOf(tail.waiting)) {
      if (!isFull(tail, next.slot)) {
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

  /** Ends the wait of appends whose patience is over. Repeats itself while appends wait. */
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
    scheduler.after(BETWEEN_LOOKS, () -> look(page, tail));
  }
}
