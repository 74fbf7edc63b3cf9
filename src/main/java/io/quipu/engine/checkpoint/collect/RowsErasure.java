package io.quipu.engine.checkpoint.collect;

import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.NamedPartitions;
import io.quipu.engine.store.NamespaceStore.Created;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * The deletion of rows from all partitions of a part, wherever partitions were named, in the order
 * of time. After a failure, the next call goes on near the partition that failed. Confined to one
 * context; calls of {@link #proceed} must not overlap.
 *
 * <p>Invariant: it begins when nobody writes the rows any more. So a partition from which the rows
 * were deleted has none later, and need not be visited again.
 */
final class RowsErasure {
  private static final int AT_ONCE = 4;

  private final NamedPartitions partitions;

  /** The rows of all partitions before this point are deleted. */
  private EventTime reached;

  /**
   * @param namespace the namespace of the rows, with the time before which it has no rows
   */
  RowsErasure(EventDirectory directory, int part, Created namespace) {
    this.partitions = new NamedPartitions(directory, part);
    this.reached = EventTime.ofEpochSecond(namespace.beforeRows());
  }

  /**
   * Deletes all rows that are left. Fails with the store unavailable; then another call goes on.
   *
   * @param delete deletes the rows of one partition; may be repeated
   */
  CompletionStage<Void> proceed(Function<EventPartition, CompletionStage<Void>> delete) {
    if (!reached.isBefore(EventTime.MAX)) {
      return CompletableFuture.completedStage(null);
    }
    return partitions
        .next(reached, EventTime.MAX)
        .thenCompose(
            found ->
                BoundedConcurrency.forEach(
                        1,
                        BoundedConcurrency.chunks(List.copyOf(found.partitions()), AT_ONCE),
                        some -> delete(some, delete))
                    .thenCompose(
                        deleted -> {
                          reached = found.until();
                          return proceed(delete);
                        }));
  }

  private CompletionStage<Void> delete(
      List<EventPartition> some, Function<EventPartition, CompletionStage<Void>> delete) {
    // the next partition may begin with the last of these
    EventTime last = some.get(some.size() - 1).start();
    return BoundedConcurrency.forEach(AT_ONCE, some, delete::apply)
        .thenAccept(deleted -> reached = last);
  }
}
