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
    Append append = waiting.append();
    int first = waiting.taken();
    Draft last = null;
    List<Draft> each = append.rowsWanted() ? new ArrayList<>() : List.of();
    while (!waiting.allTaken()) {
      Event event = waiting.peek();
      Draft draft = draftFor(event.delta(), append.storedId(event), append.window());
      if (draft == null) {
        break;
      }
      last = draft;
      if (append.rowsWanted()) {
        each.add(draft);
      }
      waiting.take();
      events++;
    }
    if (last != null) {
      waiting.joinedWrite();
      shares.add(new Share(waiting, first, last, each));
    }
    return waiting.allTaken();
  }

  private @Nullable Draft draftFor(long delta, @Nullable String id, int window) {
    Draft open = coalesced;
    if (id == null && open != null && open.add(delta)) {
      return open;
    }
    int size = id == null ? 0 : 3 * id.length();
    boolean full =
        drafts.size() >= bounds.rowsPerWrite()
            || (!drafts.isEmpty() && bytes + size > bounds.bytesPerWrite());
    if (full) {
      return null;
    }
    Draft draft = new Draft(drafts.size(), delta, id, window);
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
      rows.add(
          new EventRow(minted.at(draft.index), draft.delta, draft.events, draft.id, draft.window));
    }
    return rows;
  }

  /** Tells everybody who shares the write what became of it. */
  void decide(WriteOutcome outcome, List<EventRow> rows) {
    for (Share share : shares) {
      for (int i = 0; i < share.each.size(); i++) {
        share.waiting.rowOf(share.first + i, rows.get(share.each.get(i).index).at());
      }
      share.waiting.decided(outcome, rows.get(share.last.index).at());
    }
  }

  /**
   * @param first index of its first event in this write
   * @param last the row of its last event in this write
   * @param each the row of each, if the caller wants to know
   */
  private record Share(Waiting waiting, int first, Draft last, List<Draft> each) {}

  private static final class Draft {
    private final int index;
    private final @Nullable String id;
    private final int window;
    private long delta;
    private int events = 1;

    Draft(int index, long delta, @Nullable String id, int window) {
      this.index = index;
      this.delta = delta;
      this.id = id;
      this.window = window;
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
