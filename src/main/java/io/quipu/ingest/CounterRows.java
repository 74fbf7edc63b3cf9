package io.quipu.ingest;

import io.quipu.counter.CounterName;
import io.quipu.store.EventRow;
import io.quipu.store.Partition;
import io.quipu.store.PartitionRows;
import io.quipu.store.WriteOutcome;
import io.quipu.writer.Watermark;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one counter has in a write: its rows and the appends that they come from. Confined to one
 * context.
 */
final class CounterRows {
  private final CounterName counter;
  private final List<Draft> drafts = new ArrayList<>(1);
  private final List<Share> shares = new ArrayList<>(1);
  private @Nullable Draft coalesced;
  private List<EventRow> rows = List.of();

  CounterRows(CounterName counter) {
    this.counter = counter;
  }

  CounterName counter() {
    return counter;
  }

  int rows() {
    return drafts.size();
  }

  int events() {
    int events = 0;
    for (Draft draft : drafts) {
      events += draft.events;
    }
    return events;
  }

  /** The row that takes one more event without an id, or null if a new one is needed. */
  @Nullable Draft coalesce(long delta) {
    Draft open = coalesced;
    return open != null && open.add(delta) ? open : null;
  }

  /**
   * @param index of the row in the write
   */
  Draft add(int index, long delta, @Nullable String id, int window) {
    Draft draft = new Draft(drafts.size(), index, delta, id, window);
    drafts.add(draft);
    if (id == null) {
      coalesced = draft;
    }
    return draft;
  }

  /**
   * @param first index of the append's first event in this write
   * @param last the row of its last event in this write
   * @param each the row of each, if the caller wants to know
   */
  void share(PendingAppend pending, int first, Draft last, List<Draft> each) {
    shares.add(new Share(pending, first, last, each));
  }

  /**
   * Its rows under the timeuuids of the write.
   *
   * @throws IllegalArgumentException if one lies outside the partition's bucket, where nobody would
   *     find it
   */
  PartitionRows rows(Watermark.Minted minted, Partition partition) {
    List<EventRow> made = new ArrayList<>(drafts.size());
    long start = partition.start().ticks();
    long end = partition.end().ticks();
    for (Draft draft : drafts) {
      UUID at = minted.at(draft.indexInWrite);
      if (at.timestamp() < start || at.timestamp() >= end) {
        throw new IllegalArgumentException(at + " does not belong into " + partition);
      }
      made.add(new EventRow(at, draft.delta, draft.events, draft.id, draft.window));
    }
    rows = made;
    return new PartitionRows(partition, made);
  }

  /** Tells everybody who shares the rows what became of them. */
  void decide(WriteOutcome outcome) {
    for (Share share : shares) {
      for (int i = 0; i < share.each.size(); i++) {
        share.pending.rowOf(share.first + i, rows.get(share.each.get(i).index).at());
      }
      share.pending.decided(outcome, rows.get(share.last.index).at());
    }
  }

  /** The appends that it has rows of. */
  Stream<PendingAppend> appends() {
    return shares.stream().map(Share::pending);
  }

  private record Share(PendingAppend pending, int first, Draft last, List<Draft> each) {}

  /** A row to be. */
  static final class Draft {
    private final int index;
    private final int indexInWrite;
    private final @Nullable String id;
    private final int window;
    private long delta;
    private int events = 1;

    private Draft(int index, int indexInWrite, long delta, @Nullable String id, int window) {
      this.index = index;
      this.indexInWrite = indexInWrite;
      this.delta = delta;
      this.id = id;
      this.window = window;
    }

    /** Adds one more event to the row, unless its sum would overflow. */
    private boolean add(long more) {
      long sum = delta + more;
      if (((delta ^ sum) & (more ^ sum)) < 0 || events == Integer.MAX_VALUE) {
        return false;
      }
      delta = sum;
      events++;
      return true;
    }
  }
}
