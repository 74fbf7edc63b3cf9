package io.quipu.engine.checkpoint.collect;

import io.quipu.engine.names.Layout;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.store.CounterStores;
import io.quipu.engine.store.EventDirectory.Hour;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.time.Clock;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.RetentionClass;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The collection of one part. First it reads the headers of all pages of the part, to find the
 * partitions that may be deleted. Then it waits for {@link Layout#collectionWait}. Last it deletes
 * the partitions, and after each partition its name in the directory. Confined to one context.
 * Calls of {@link #step} must not overlap.
 *
 * <p>Invariant: a partition is deleted only after the wait. Every read that begins during the wait
 * sees that its page has passed the end of the partition by at least the retention. The reason is
 * that the headers were read serially, so a quorum has them.
 */
final class PartCollection {
  /** The shortest time between two looks for partitions to delete, if no deletion lies between. */
  private static final Duration PAUSE = Duration.ofSeconds(20);

  private static final int HEADERS_AT_ONCE = 8;
  private static final int DELETIONS_AT_ONCE = 4;

  /** The maximum number of hours whose partitions are deleted after one wait. */
  private static final int MOST_HOURS = 24;

  private final Layout layout;
  private final int part;
  private final CounterStores stores;
  private final Clock clock;
  private final CollectionMeters meters;

  private final DelayedDeletion<Due> deletion;

  /**
   * The rows that are deleted when the wait is over.
   *
   * @param hours the hours in which the partitions lie
   * @param collected the earliest {@code collected} of the pages of the part when the wait began
   */
  private record Due(List<EventPartition> partitions, List<Hour> hours, EventTime collected) {}

  PartCollection(
      Layout layout, int part, CounterStores stores, Clock clock, CollectionMeters meters) {
    this.layout = layout;
    this.part = part;
    this.stores = stores;
    this.clock = clock;
    this.meters = meters;
    this.deletion = new DelayedDeletion<>(clock, layout.collectionWait(), PAUSE);
  }

  /**
   * Does what is due now: a look, a deletion or nothing. Fails with the store unavailable; a later
   * call tries again.
   *
   * @param horizon announced before this call
   */
  CompletionStage<Void> step(EventTime horizon) {
    return deletion.step(() -> look(horizon), this::delete);
  }

  /**
   * Looks for partitions that may be deleted. Reads no headers if no hour would be due with all
   * pages at the horizon, because no page is past the horizon.
   */
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

  /** The earliest {@code collected} of the part's pages; the minimum if one was never settled. */
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
                deletion.begin(new Due(found, some, least), answered);
              }
              meters.open(part, found.size());
            });
  }

  private static boolean mayGo(EventPartition partition, EventTime collected) {
    return !partition.end().isAfter(RetentionClass.deletable(partition.retention(), collected));
  }

  /** Tells whether every partition that can lie in an hour may be deleted. */
  private static boolean isOver(Hour hour, EventTime collected) {
    return !EventTime.ofEpochSecond(hour.start() + EventPartition.HOUR_SECONDS)
        .isAfter(RetentionClass.deletable(hour.retention(), collected));
  }

  private CompletionStage<Void> delete(Due due) {
    boolean[] all = {true};
    return BoundedConcurrency.forEach(
            DELETIONS_AT_ONCE,
            due.partitions,
            partition -> delete(partition).thenAccept(gone -> all[0] &= gone))
        .thenCompose(deleted -> all[0] ? forgetHours(due) : CompletableFuture.completedStage(null))
        .thenAccept(
            done -> {
              if (all[0]) {
                deletion.lookAgain();
                meters.open(part, 0);
              }
            });
  }

  /** Deletes the rows before the name, so that a partition with rows can always be found again. */
  private CompletionStage<Boolean> delete(EventPartition partition) {
    return stores
        .events()
        .delete(partition)
        .thenCompose(rows -> rows.ifWritten(() -> stores.directory().forget(partition)))
        .thenApply(
            outcome -> {
              boolean gone = outcome == WriteOutcome.WRITTEN;
              if (gone) {
                meters.collected.increment();
              }
              return gone;
            });
  }

  /**
   * Forgets the hours that are over. Their partitions are all deleted. All pages and the horizon
   * are past the end of these hours, so no writer names a partition in them any more.
   */
  private CompletionStage<Void> forgetHours(Due due) {
    return BoundedConcurrency.forEach(
        DELETIONS_AT_ONCE,
        due.hours.stream().filter(hour -> isOver(hour, due.collected)).toList(),
        stores.directory()::forget);
  }
}
