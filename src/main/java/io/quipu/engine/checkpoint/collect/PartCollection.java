package io.quipu.engine.checkpoint.collect;

import io.quipu.engine.model.EventPartition;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Layout;
import io.quipu.engine.model.PageHeader;
import io.quipu.engine.model.RetentionClass;
import io.quipu.engine.store.CounterStores;
import io.quipu.engine.store.EventDirectory.Hour;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The collection of one part, in steps. The first step reads which time all pages of the part have
 * passed. Then follows a wait. The last step deletes partitions, and after them their names in the
 * directory. Confined to one context; steps must not overlap.
 *
 * <p>Invariant: a partition is deleted only after the wait. Every read that begins during the wait
 * finds its page past the end of the partition by at least the retention. The headers are read
 * serially, so a quorum has them. This object remembers only the start of the wait. If the start is
 * lost, the wait begins again and delays the deletion.
 */
final class PartCollection {
  /** The time between two looks at a part for partitions that may be deleted. */
  private static final Duration PAUSE = Duration.ofSeconds(20);

  private static final int HEADERS_AT_ONCE = 8;
  private static final int DELETIONS_AT_ONCE = 4;

  /** Most hours of one deletion; other hours follow later. */
  private static final int MOST_HOURS = 24;

  private final Layout layout;
  private final int part;
  private final CounterStores stores;
  private final Clock clock;
  private final CollectionMeters meters;

  /** The partitions that may be deleted when the wait is over. */
  private List<EventPartition> due = List.of();

  private List<Hour> hours = List.of();

  /** The time that all pages had passed when the wait began. */
  private EventTime collected = EventTime.MIN;

  private long waitsSince;
  private long nextLook;

  PartCollection(
      Layout layout, int part, CounterStores stores, Clock clock, CollectionMeters meters) {
    this.layout = layout;
    this.part = part;
    this.stores = stores;
    this.clock = clock;
    this.meters = meters;
    this.nextLook = clock.monotonicNanos();
  }

  /**
   * Does as much as is possible now. Fails with the store unavailable; the caller repeats the step.
   *
   * @param horizon announced before this call
   */
  CompletionStage<Void> step(EventTime horizon) {
    long now = clock.monotonicNanos();
    if (!hours.isEmpty()) {
      return now - waitsSince >= layout.collectionWait().toNanos()
          ? delete()
          : CompletableFuture.completedStage(null);
    }
    if (now - nextLook < 0) {
      return CompletableFuture.completedStage(null);
    }
    nextLook = now + PAUSE.toNanos();
    return look(horizon);
  }

  /** Reads headers only if the horizon makes an hour due, as no page is past the horizon. */
  private CompletionStage<Void> look(EventTime horizon) {
    return stores
        .directory()
        .look(part, List.of(), 0)
        .thenCompose(
            all -> {
              List<Hour> old = all.hours().stream().filter(hour -> isDue(hour, horizon)).toList();
              return old.isEmpty()
                  ? CompletableFuture.completedStage(null)
                  : leastCollected().thenCompose(least -> plan(old, least));
            });
  }

  private static boolean isDue(Hour hour, EventTime collected) {
    EventTime deletable = RetentionClass.deletable(hour.retention(), collected);
    return EventTime.ofEpochSecond(hour.start() + EventPartition.BUCKET_SECONDS).ticks()
        <= deletable.ticks();
  }

  /** The earliest {@code collected} of all pages; the minimum if a page was never settled. */
  private CompletionStage<EventTime> leastCollected() {
    EventTime[] least = {EventTime.MAX};
    return BoundedConcurrency.forEach(
            HEADERS_AT_ONCE,
            layout.pagesOf(part),
            page ->
                stores
                    .pages()
                    .readSerial(page, List.of())
                    .thenAccept(
                        state -> {
                          PageHeader header = state.header();
                          least[0] = EventTime.min(least[0], header.collected());
                        }))
        .thenApply(read -> least[0]);
  }

  private CompletionStage<Void> plan(List<Hour> old, EventTime least) {
    long answered = clock.monotonicNanos();
    List<Hour> some = old.stream().filter(hour -> isDue(hour, least)).limit(MOST_HOURS).toList();
    return stores
        .directory()
        .look(part, some.stream().map(Hour::start).distinct().toList(), 0)
        .thenAccept(
            named -> {
              List<EventPartition> found =
                  named.partitions().stream().filter(one -> mayGo(one, least)).toList();
              if (!found.isEmpty() || some.stream().anyMatch(hour -> isOver(hour, least))) {
                due = found;
                hours = some;
                collected = least;
                waitsSince = answered;
              }
              meters.open(part, found.size());
            });
  }

  private static boolean mayGo(EventPartition partition, EventTime collected) {
    return !partition.end().isAfter(RetentionClass.deletable(partition.retention(), collected));
  }

  /** Tells whether all partitions that an hour can have may be deleted. */
  private static boolean isOver(Hour hour, EventTime collected) {
    return !EventTime.ofEpochSecond(hour.start() + EventPartition.HOUR_SECONDS)
        .isAfter(RetentionClass.deletable(hour.retention(), collected));
  }

  private CompletionStage<Void> delete() {
    List<EventPartition> some = due;
    boolean[] all = {true};
    return BoundedConcurrency.forEach(
            DELETIONS_AT_ONCE,
            some,
            partition -> delete(partition).thenAccept(gone -> all[0] &= gone))
        .thenCompose(deleted -> all[0] ? forgetHours() : CompletableFuture.completedStage(null))
        .thenAccept(
            done -> {
              if (all[0]) {
                due = List.of();
                hours = List.of();
                nextLook = clock.monotonicNanos();
                meters.open(part, 0);
              }
            });
  }

  /** Deletes the name last: a partition that still has rows can always be found again. */
  private CompletionStage<Boolean> delete(EventPartition partition) {
    return stores
        .events()
        .delete(partition)
        .thenCompose(
            rows ->
                rows == WriteOutcome.WRITTEN
                    ? stores.directory().forget(partition)
                    : CompletableFuture.completedStage(rows))
        .thenApply(
            outcome -> {
              boolean gone = outcome == WriteOutcome.WRITTEN;
              if (gone) {
                meters.collected.increment();
              }
              return gone;
            });
  }

  /** Forgets hours that all pages and the horizon have passed: no writer names partitions there. */
  private CompletionStage<Void> forgetHours() {
    return BoundedConcurrency.forEach(
        DELETIONS_AT_ONCE,
        hours.stream().filter(hour -> isOver(hour, collected)).toList(),
        stores.directory()::forget);
  }
}
