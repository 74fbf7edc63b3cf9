package io.quipu.engine.checkpoint;

import io.quipu.engine.model.EventPartition;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.PageHeader;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.AsyncSemaphore;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.RetryPolicy;
import io.quipu.engine.time.SafeStart;
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
 * The turns of one page. It is settled to the horizon once a second, or with each look if somebody
 * waits or so many rows come that readers would have long tails; by whole buckets, each row read
 * once, if they are very many; and now and then though there is nothing, so that nobody has far to
 * walk from it. Never twice at once; a page that cannot be settled is left alone for a while, and
 * nobody else notices. Confined to one context.
 */
final class PageTurns {
  private static final Logger log = LoggerFactory.getLogger(PageTurns.class);

  /** With fewer rows than these the tail is short, and the next step may wait. */
  private static final int FEW_ROWS = 100;

  /**
   * For so long at most, unless the bucket ends: a step costs much the same, whatever it settles.
   */
  private static final Duration SOON = Duration.ofSeconds(1);

  /** With more, rows are not worth reading twice. */
  private static final int MANY_ROWS = 5_000;

  /** A page is moved when so many partitions lie behind it, though it has no rows in them. */
  private static final int MANY_PARTITIONS = 8;

  /** Most partitions of one step: bounds the windows that it closes. */
  private static final int MOST_PARTITIONS = 256;

  private static final long LONG_BEHIND = ticks(Duration.ofMinutes(1));
  private static final long IDLE = ticks(Duration.ofMinutes(10));
  private static final Duration FIRST_REST = Duration.ofMillis(500);
  private static final Duration LONGEST_REST = FIRST_REST.multipliedBy(64);

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
  private boolean reported;
  private int failures;
  private long restsUntil;
  private long lastTurn;

  /**
   * @param turns bound how many pages are settled at once
   * @param spans begins that of a turn
   */
  PageTurns(int page, PageSettler.Dependencies shared, AsyncSemaphore turns, Supplier<Span> spans) {
    this.settler = new PageSettler(page, shared);
    this.clock = shared.clock();
    this.meters = shared.meters();
    this.turns = turns;
    this.spans = spans;
    this.restsUntil = clock.monotonicNanos();
    this.lastTurn = restsUntil;
  }

  private static long ticks(Duration duration) {
    return duration.toSeconds() * EventTime.TICKS_PER_SECOND;
  }

  /** Somebody waits: the page is settled with the first look whose horizon is past {@code past}. */
  void hasten(EventTime past) {
    wantedFrom = EventTime.min(wantedFrom, past);
    wantedTo = EventTime.max(wantedTo, past);
  }

  /** Windows have ended that the page has not passed: it is moved though it may be at rest. */
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

  /** Nobody waits any more for what lies below. */
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

  /** The header of the page, or null if it is not known. */
  @Nullable PageHeader header() {
    return settler.header();
  }

  /** The point from where on it may have rows that are to be settled. */
  EventTime readFrom() {
    return settler.readFrom();
  }

  /** No event that is older is to be settled; the latest time if none was found at all. */
  EventTime unsettledFrom() {
    return unsettledFrom;
  }

  /** The start of the first of these partitions that may have rows. */
  private EventTime firstOf(List<EventPartition> partitions) {
    EventTime from = settler.readFrom();
    return partitions.stream()
        .filter(partition -> partition.end().isAfter(from))
        .map(partition -> EventTime.max(from, partition.start()))
        .min(EventTime::compareTo)
        .orElse(EventTime.MAX);
  }

  /** The page belongs to somebody else now. */
  void leave() {
    if (!busy) {
      settler.forget();
    }
  }

  /** Learns where the page stands, in its turn. */
  CompletionStage<Void> prepare() {
    return turn(() -> settler.prepare());
  }

  /**
   * Settles the page, in its turn, if there is a reason. Completes when it was done, or was not
   * possible; never fails.
   *
   * @param horizon announced before {@code partitions} were read
   * @param partitions of the part, from where this page stands or before it, in order
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
    if (!isAwaited(horizon) && isToWait(settler.rowsPassed())) {
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
              .thenCompose(settled -> settler.collectIds());
        });
  }

  private void settled(List<EventPartition> partitions) {
    reached(settler.readFrom());
    unsettledFrom = firstOf(partitions);
  }

  /** Tells whether rows of a bucket that has not ended yet wait. */
  private boolean isToWait(int rows) {
    boolean soon = clock.monotonicNanos() - lastTurn >= SOON.toNanos();
    return rows >= MANY_ROWS || (rows < FEW_ROWS && !soon);
  }

  private static EventTime startOfBucket(EventTime time) {
    return EventTime.ofEpochSecond(EventPartition.bucketOf(time));
  }

  private boolean isToBeMoved(PageHeader header, EventTime horizon, int partitions) {
    if (header.isFirst()) {
      return partitions > 0 || ended;
    }
    long behind = horizon.ticks() - header.until().ticks();
    // Not all pages of an idle service at once.
    long idle = IDLE + Math.floorMod(settler.page() * 37L, 120L) * EventTime.TICKS_PER_SECOND;
    return ended
        || partitions >= MANY_PARTITIONS
        || (partitions > 0 && behind >= LONG_BEHIND)
        || behind >= idle;
  }

  private CompletionStage<Void> turn(Supplier<CompletionStage<?>> task) {
    CompletableFuture<Void> over = new CompletableFuture<>();
    busy = true;
    // Others have their turns while this page keeps its distance from the last step.
    settler.pause().thenRun(() -> turns.acquire(() -> begin(task, over)));
    return over;
  }

  private void begin(Supplier<CompletionStage<?>> task, CompletableFuture<Void> over) {
    Span span = spans.get();
    CurrentSpan.call(span, () -> SafeStart.of(task))
        .whenComplete(
            (done, failure) -> {
              end(span, failure);
              busy = false;
              turns.release();
              rest(failure);
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
    restsUntil = clock.monotonicNanos() + RetryPolicy.nanos(FIRST_REST, LONGEST_REST, failures);
    failures++;
    if (StoreUnavailable.caused(failure)) {
      log.debug("Page {} is not settled for now: {}", settler.page(), failure.getMessage());
    } else if (!reported) {
      reported = true;
      settler.forget();
      log.error("Page {} cannot be settled, after a defect", settler.page(), failure);
    }
  }
}
