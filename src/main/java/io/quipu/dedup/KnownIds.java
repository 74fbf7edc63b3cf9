package io.quipu.dedup;

import io.quipu.page.IdPartition;
import io.quipu.page.Layout;
import io.quipu.store.SettledIds;
import io.quipu.store.SettledIds.CounterId;
import io.quipu.store.StoreUnavailable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What the settler of a page knows of the ids in one partition: a filter, which is asked only when
 * it is complete. Where it did not see all of them being counted, it reads the partition, a piece
 * at a time, in proportion to what is looked up: so that this is never the greater part of the
 * work. Confined to one context.
 */
final class KnownIds {
  /** So many rows at least are worth a query. */
  private static final int PIECE = 500;

  private static final int MOST_ROWS = 5_000;

  /** Rows that are read for each id that is looked up. */
  private static final int ROWS_FOR_A_LOOKUP = 2;

  private final IdPartition partition;
  private final Layout layout;
  private final SettledIds ids;
  private @Nullable IdFilter filter;
  private boolean complete;
  private @Nullable CounterId readTo;
  private int due = PIECE;

  /**
   * @param complete whether the partition is empty
   */
  KnownIds(
      IdPartition partition, Layout layout, SettledIds ids, FilterMemory memory, boolean complete) {
    this.partition = partition;
    this.layout = layout;
    this.ids = ids;
    this.filter = new IdFilter(memory);
    this.complete = complete;
  }

  /** False if the id was certainly never counted. */
  boolean mayHave(CounterId id) {
    return filter == null || !complete || filter.mayHave(hash(id));
  }

  /** Takes an id that was counted. */
  void add(CounterId id) {
    if (filter != null && !filter.add(hash(id))) {
      abandon();
    }
  }

  private long hash(CounterId id) {
    return layout.hash(id.counter(), id.id());
  }

  /** Knows nothing any more, for good. */
  void abandon() {
    if (filter != null) {
      filter.close();
      filter = null;
    }
  }

  /**
   * Reads on, if so much was looked up that it is due. Does without if the store is unavailable.
   */
  CompletionStage<Void> readOn(int lookedUp) {
    if (filter == null || complete) {
      return CompletableFuture.completedStage(null);
    }
    due = Math.min(MOST_ROWS, due + ROWS_FOR_A_LOOKUP * lookedUp);
    if (due < PIECE) {
      return CompletableFuture.completedStage(null);
    }
    int rows = due;
    due = 0;
    return ids.list(partition, readTo, rows, this::add)
        .handle(
            (last, failure) -> {
              if (failure == null) {
                readTo = last;
                complete = last == null;
              } else if (!StoreUnavailable.caused(failure)) {
                throw new CompletionException(failure);
              }
              return null;
            });
  }
}
