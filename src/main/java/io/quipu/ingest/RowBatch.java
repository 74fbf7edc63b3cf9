package io.quipu.ingest;

import io.quipu.counter.Event;
import io.quipu.store.EventRow;
import io.quipu.store.WriteOutcome;
import io.quipu.writer.Watermark;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The events that go out as one write: those with an id as rows of their own, the others coalesced
 * into one row, or several where their sum would overflow. Confined to one context.
 */
final class RowBatch {
  private final CommitBounds bounds;
  private final List<Draft> drafts = new ArrayList<>();
  private final List<Share> shares = new ArrayList<>();
  private @Nullable Draft coalesced;
  private long bytes;
  private int events;

  RowBatch(CommitBounds bounds) {
    this.bounds = bounds;
  }

  int rows() {
    return drafts.size();
  }

  int events() {
    return events;
  }

  /** Takes what fits of a waiting append; false when the batch is full. */
  boolean takeFrom(Waiting waiting) {
    Draft last = null;
    while (!waiting.allTaken()) {
      Draft draft = draftFor(waiting.peek());
      if (draft == null) {
        break;
      }
      last = draft;
      waiting.take();
      events++;
    }
    if (last != null) {
      waiting.joinedWrite();
      shares.add(new Share(waiting, last.index));
    }
    return waiting.allTaken();
  }

  private @Nullable Draft draftFor(Event event) {
    Draft open = coalesced;
    String id = event.id();
    if (id == null && open != null && open.add(event.delta())) {
      return open;
    }
    int size = id == null ? 0 : 3 * id.length();
    boolean full =
        drafts.size() >= bounds.rowsPerWrite()
            || (!drafts.isEmpty() && bytes + size > bounds.bytesPerWrite());
    if (full) {
      return null;
    }
    Draft draft = new Draft(drafts.size(), event.delta(), id);
    drafts.add(draft);
    bytes += size;
    if (id == null) {
      coalesced = draft;
    }
    return draft;
  }

  List<EventRow> rows(Watermark.Minted minted) {
    List<EventRow> rows = new ArrayList<>(drafts.size());
    for (Draft draft : drafts) {
      rows.add(new EventRow(minted.at(draft.index), draft.delta, draft.events, draft.id));
    }
    return rows;
  }

  /** Tells everybody who shares the write what became of it. */
  void decide(WriteOutcome outcome, List<EventRow> rows) {
    for (Share share : shares) {
      share.waiting.decided(outcome, rows.get(share.lastRow).at());
    }
  }

  private record Share(Waiting waiting, int lastRow) {}

  private static final class Draft {
    private final int index;
    private final @Nullable String id;
    private long delta;
    private int events = 1;

    Draft(int index, long delta, @Nullable String id) {
      this.index = index;
      this.delta = delta;
      this.id = id;
    }

    /** Adds one more event to the row, unless its sum would overflow. */
    boolean add(long more) {
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
