package io.quipu.engine.checkpoint;

import io.quipu.engine.state.PageHeader;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.AsyncSemaphore;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.RetryPolicy;
import io.quipu.engine.time.SafeStart;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.ops.trace.CurrentSpan;
import io.quipu.ops.trace.Span;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The turns of one page: each turn settles the page, or only reads its header. The page is settled
 * to the horizon at each look if a caller waits. Otherwise the rows that the last step read decide.
 * If the next step in the same bucket would read {@value #MANY_ROWS} or more of these rows again,
 * the page is settled by whole buckets, so that these rows are read once. Else, after a step that
 * read fewer than {@value #FEW_ROWS} rows, the page is settled once a second, and at the end of a
 * bucket. After a step that read more rows, the page is settled at each look, because readers would
 * have long tails. A page without rows is moved from time to time, so that readers start near the
 * horizon; and once, soon after a step that left many ids in the state of a counter, so that
 * readers do not read these ids any more. Turns must not overlap. A page whose turn failed rests
 * for a while; other pages are not affected. Confined to one context.
 */
final class PageTurns {
  private static final Logger log = LoggerFactory.getLogger(PageTurns.class);

  /** If the last step read fewer rows, the tail is short, and the next step may wait. */
  private static final int FEW_ROWS = 100;

  /**
   * The longest wait of the next step after a step that read few rows. The wait also ends with the
   * bucket. The wait saves work, because a step costs about as much for few rows as for many.
   */
  private static final Duration SOON = Duration.ofSeconds(1);

  /**
   * The number of rows from which the next step waits for the end of the bucket. Only rows count
   * that a step in the same bucket would read again.
   */
  private static final int MANY_ROWS = 5_000;

  /** A page is moved past so many partitions even if the page has no rows in them. */
  private static final int MANY_PARTITIONS = 8;

  /** The maximum number of partitions of one turn. This bounds the windows that a step closes. */
  private static final int MOST_PARTITIONS = 256;

  private static final long LONG_BEHIND = ticks(Duration.ofMinutes(1));
  private static final long IDLE = ticks(Duration.ofMinutes(10));
  private static final Duration FIRST_REST = Duration.ofMillis(500);
  private static final Duration LONGEST_REST = FIRST_REST.multipliedBy(64);

  /** The shortest time between two reports of a defect that lasts. */
  private static final Duration REPORTED_AGAIN = Duration.ofMinutes(10);

  private final PageSettler settler;
  private final Clock clock;
  private final CheckpointMeters meters;
  private final AsyncSemaphore turns;
  private final Supplier<Span> spans;
  private boolean busy;
  private EventTime wantedFrom = EventTime.MAX;
  private EventTime wantedTo = EventTime.MIN;
  private EventTime unsettledFrom = EventTime.MAX;
  private boolean ended;
  private int failures;
  private int defects;
  private long reported;
  private long restsUntil;
  private long lastTurn;

  /**
   * @param turns a semaphore that limits the number of pages that have a turn at once
   * @param spans begins the span of a turn
   */
  PageTurns(int page, PageSettler.Dependencies shared, AsyncSemaphore turns, Supplier<Span> spans) {
    this.settler = new PageSettler(page, shared);
    this.clock = shared.site().clock();
    this.meters = shared.meters();
    this.turns = turns;
    this.spans = spans;
    this.restsUntil = clock.monotonicNanos();
    this.lastTurn = restsUntil;
  }

  private static long ticks(Duration duration) {
    return duration.toSeconds() * EventTime.TICKS_PER_SECOND;
  }

  /** Has the page settled at the first look with a horizon after {@code past}: a caller waits. */
  void hasten(EventTime past) {
    wantedFrom = EventTime.min(wantedFrom, past);
    wantedTo = EventTime.max(wantedTo, past);
  }

  /** Has the page moved, even without rows, past windows that have ended. */
  void ended() {
    ended = true;
  }

  /** Tells whether the page is to be settled up to this horizon without delay. */
  boolean isWanted(EventTime horizon) {
    return isAwaited(horizon) || ended;
  }

  /** Tells whether a caller waits for rows below this horizon. */
  boolean isAwaited(EventTime horizon) {
    return wantedFrom.isBefore(horizon);
  }

  /** Notes that no caller waits any more for rows below {@code until}. */
  private void reached(EventTime until) {
    if (wantedTo.isBefore(until)) {
      wantedFrom = EventTime.MAX;
      wantedTo = EventTime.MIN;
    } else {
      wantedFrom = EventTime.max(wantedFrom, until);
    }
  }

  boolean isFree() {
    return !busy && clock.monotonicNanos() - restsUntil >= 0;
  }

  /** The header of the page; null if it is not known. */
  @Nullable PageHeader header() {
    return settler.header();
  }

  /** The first time at which the page may have unsettled rows. */
  EventTime readFrom() {
    return settler.readFrom();
  }

  /** The earliest possible time of an unsettled event; {@code EventTime.MAX} if none was found. */
  EventTime unsettledFrom() {
    return unsettledFrom;
  }

  /** The first time in these partitions that may have unsettled rows; MAX if there is none. */
  private EventTime firstOf(List<EventPartition> partitions) {
    EventTime from = settler.readFrom();
    return partitions.stream()
        .filter(partition -> partition.end().isAfter(from))
        .map(partition -> EventTime.max(from, partition.start()))
        .min(EventTime::compareTo)
        .orElse(EventTime.MAX);
  }

  /** Forgets the page, because another process settles it now. Does nothing during a turn. */
  void leave() {
    if (!busy) {
      settler.forget();
    }
  }

  /** Reads the header of the page, in a turn. The stage completes after the turn; never fails. */
  CompletionStage<Void> prepare() {
    return turn(() -> settler.prepare());
  }

  /**
   * Settles the page, in a turn, if the header is known and the page is due. The stage completes
   * after the turn, or at once without a turn. The stage never fails.
   *
   * @param horizon a horizon that was announced before {@code partitions} were read
   * @param partitions the partitions of the part in order, from the page's {@code until} or earlier
   */
  CompletionStage<Void> settle(EventTime horizon, List<EventPartition> partitions) {
    PageHeader header = settler.header();
    if (header == null) {
      return CompletableFuture.completedStage(null);
    }
    unsettledFrom = firstOf(partitions);
    EventTime from = settler.readFrom();
    List<EventPartition> due =
        partitions.stream()
            .filter(part -> part.end().isAfter(header.until()) && part.start().isBefore(horizon))
            .toList();
    EventTime until = horizon;
    if (due.size() > MOST_PARTITIONS) {
      until = EventTime.min(until, due.get(MOST_PARTITIONS).start());
    }
    if (!isAwaited(horizon) && isToWait()) {
      until = EventTime.min(until, startOfBucket(horizon));
    }
    boolean move = isToBeMoved(header, horizon, due.size());
    if (!until.isAfter(move ? header.until() : from) || (due.isEmpty() && !move)) {
      reached(horizon);
      return CompletableFuture.completedStage(null);
    }
    EventTime end = until;
    lastTurn = clock.monotonicNanos();
    return turn(
        () -> {
          ended &= !move;
          return settler
              .prepare()
              .thenCompose(ready -> settler.settle(end, due, move))
              .thenRun(() -> settled(partitions))
              .thenCompose(settled -> settler.collectIds())
              .thenRun(this::succeeded);
        });
  }

  /**
   * Ends a series of defects. Not called after a turn that only read the header, because settling
   * may then meet the same defect again.
   */
  private void succeeded() {
    defects = 0;
  }

  private void settled(List<EventPartition> partitions) {
    reached(settler.readFrom());
    unsettledFrom = firstOf(partitions);
  }

  /** Tells whether rows of an unfinished bucket wait, if no caller waits for them. */
  private boolean isToWait() {
    return settler.quietRows() >= MANY_ROWS || (settler.rowsPassed() < FEW_ROWS && !isSoonOver());
  }

  private boolean isSoonOver() {
    return clock.monotonicNanos() - lastTurn >= SOON.toNanos();
  }

  private static EventTime startOfBucket(EventTime time) {
    return EventTime.ofEpochSecond(EventPartition.bucketOf(time));
  }

  private boolean isToBeMoved(PageHeader header, EventTime horizon, int partitions) {
    if (header.isFirst()) {
      return partitions > 0 || ended;
    }
    long behind = horizon.ticks() - header.until().ticks();
    // Differs by page, so that the pages of an idle service do not move all at once.
    long idle = IDLE + Math.floorMod(settler.page() * 37L, 120L) * EventTime.TICKS_PER_SECOND;
    return ended
        || (settler.isBurdened() && isSoonOver())
        || partitions >= MANY_PARTITIONS
        || (partitions > 0 && behind >= LONG_BEHIND)
        || behind >= idle;
  }

  private CompletionStage<Void> turn(Supplier<CompletionStage<?>> task) {
    CompletableFuture<Void> over = new CompletableFuture<>();
    busy = true;
    // Other pages take their turns while this page pauses after its last step.
    settler.pause().thenRun(() -> turns.acquire(() -> begin(task, over)));
    return over;
  }

  private void begin(Supplier<CompletionStage<?>> task, CompletableFuture<Void> over) {
    Span span = spans.get();
    CurrentSpan.call(span, () -> SafeStart.of(task))
        .whenComplete(
            (done, failure) -> {
              end(span, failure);
              rest(failure);
              busy = false;
              turns.release();
              over.complete(null);
            });
  }

  private void end(Span span, @Nullable Throwable failure) {
    span.with("quipu.rows", settler.rowsPassed());
    if (failure != null) {
      span.failed(StoreUnavailable.caused(failure) ? "unavailable" : "defect");
    }
    span.end();
  }

  private void rest(@Nullable Throwable failure) {
    if (failure == null) {
      failures = 0;
      return;
    }
    meters.failed.increment();
    boolean unavailable = StoreUnavailable.caused(failure);
    int before = unavailable ? failures++ : defects++;
    restsUntil = clock.monotonicNanos() + RetryPolicy.nanos(FIRST_REST, LONGEST_REST, before);
    if (unavailable) {
      log.debug("Page {} is not settled for now: {}", settler.page(), failure.getMessage());
      return;
    }
    settler.forget();
    if (before == 0 || clock.monotonicNanos() - reported >= REPORTED_AGAIN.toNanos()) {
      reported = clock.monotonicNanos();
      log.error("Page {} cannot be settled, after a defect", settler.page(), failure);
    }
  }
}
