package io.quipu.engine.ingest;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import io.quipu.engine.windows.EventTime;
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
 * Bounds the unsettled events with ids that one context has recorded, so that writers become slower
 * before reads have to be refused. A counter has a bound because a read holds each such event in
 * memory. The bound of a page is the number of events that its settler settles in {@value
 * #SECONDS_OF_A_PAGE} s, at least {@code Bounds.slowPage}. At a bound, an append waits until the
 * page has settled some events. When the patience ends, the append is recorded if the counter has
 * fewer than {@code Bounds.most} such events, else refused. An append begins to wait only if this
 * process settles the page. Confined to one context.
 *
 * <p>This class decides when an append is written, never whether the write succeeded. The events of
 * a waiting or refused append have no timeuuids yet. Hints from the settler tell up to which time a
 * page is settled. A late hint only makes writers slower.
 *
 * <p>The counters of a page share {@value #SLOTS} slots by their hash. The events of a counter are
 * counted in its slot, so a busy counter slows all counters of its slot. A page at its bound slows
 * only the slots with at least {@code 1 / SLOTS} of the bound, so that busy counters do not slow
 * quiet counters.
 */
public final class TailBound {
  private static final int SLOTS = 64;

  /** The time of settling in the bound of a page: a bucket of 5 s, and the lag of the settler. */
  private static final int SECONDS_OF_A_PAGE = 8;

  /** The rate of settling is a moving average over about so many seconds. */
  private static final double SECONDS_OF_THE_RATE = 4;

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

  /**
   * After so long without a hint, a page counts as settled by another process. From then on, events
   * are forgotten when they are older than this time, because no hint says when they are settled.
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
   * @param slowPage the minimum bound of a page, for a rate of settling that is low or not known
   *     yet
   * @param most number of unsettled events with ids of a counter at which appends that have waited
   *     for the whole patience are refused
   * @param patience the longest wait of an append
   */
  public record Bounds(int slow, int slowPage, int most, Duration patience) {
    /**
     * The usual bounds: in the smallest heap, a read may hold about 10,000 rows. With a larger
     * bound of a counter, reads would take longer, and settling would not be faster.
     */
    public static final Bounds USUAL = new Bounds(5_000, 3_000, 100_000, Duration.ofSeconds(2));
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

  /** A counter, and the page to which events of the counter go. */
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

  /** The unsettled events with ids of one page, including events that wait to be written. */
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

  /**
   * Tells whether appends to a slot have to wait. No append waits if another process settles the
   * page, because no append can ask that settler to hurry.
   */
  private boolean isFull(Tail tail, int slot) {
    int own = tail.unsettled[slot];
    int page = (int) Math.max(bounds.slowPage, tail.rate * SECONDS_OF_A_PAGE);
    // The clock is read last, because every append comes here, and nearly all tails are short.
    return (own >= bounds.slow || (tail.all >= page && own >= page / SLOTS)) && isSettledHere(tail);
  }

  /**
   * Waits for room in each place, one place after the other. The patience is for all places
   * together. The answer is false if the counter of the place that the append waits for has {@code
   * Bounds.most} events or more when the patience ends.
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

  /** Admits all waiting appends. Each caller then checks again whether it may record. */
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

  /** Takes back queued events that no write will take: their append was refused or has failed. */
  void dropped(int page, CounterName counter, int events) {
    if (events > 0) {
      Tail tail = tail(page);
      tail.add(slot(counter), -events);
      admit(tail);
    }
  }

  /** Notes that a write takes queued events with ids, for rows with times up to {@code last}. */
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

  /**
   * Admits appends in the order of asking. Checks the bounds anew for each append, because an
   * admitted append may queue its events at once.
   */
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

  /**
   * Ends the waits that have lasted for the whole patience. While other appends wait, asks the
   * settler to hurry, and looks again later.
   */
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
