package io.quipu.engine.ingest;

import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Event;
import io.quipu.engine.store.EventLog.CounterRows;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.Watermark;
import io.quipu.ops.trace.Span;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The events of one write. Each event with a remembered id is a row of its own. The other events of
 * a counter on a page are coalesced into one row, or into several rows if their sum or number would
 * overflow. Confined to one context.
 */
final class RowBatch implements WrittenRows {
  /** The maximum number of bytes that a Java character takes in UTF-8. */
  private static final int BYTES_PER_CHARACTER = 3;

  private final CommitBounds bounds;
  private final EventTime from;
  private final List<PendingAppend> tooLate = new ArrayList<>();
  private final Map<CounterName, RowDrafts> drafts = new LinkedHashMap<>();
  private final List<Share> shares = new ArrayList<>();
  private long bytes;
  private int parts;
  private int rows;
  private int events;
  private long happenings;
  private int turnRows;
  private boolean full;
  private EventTime mintBefore = EventTime.MAX;

  /**
   * @param from the least event time that the rows can get
   */
  RowBatch(CommitBounds bounds, EventTime from) {
    this.bounds = bounds;
    this.from = from;
    this.turnRows = bounds.rowsPerWrite();
  }

  /** Begins the turn of a namespace, in which at most {@code most} more rows are taken. */
  void beginTurn(int most) {
    turnRows = (int) Math.min(bounds.rowsPerWrite(), (long) rows + most);
  }

  /** Tells whether a row was left out because of the bounds of a write, not those of a turn. */
  boolean isFull() {
    return full;
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public int events() {
    return events;
  }

  @Override
  public long happenings() {
    return happenings;
  }

  @Override
  public Set<CounterName> counters() {
    return drafts.keySet();
  }

  @Override
  public List<PendingAppend> appends() {
    return shares.stream().map(Share::pending).toList();
  }

  @Override
  public Span work() {
    return Span.ofAll(shares.stream().map(share -> share.pending().work()).toList());
  }

  /** Tells whether an append has waited too long. Such an append is noted, and not taken. */
  boolean isTooLate(PendingAppend pending) {
    boolean late = !from.isBefore(pending.append().mintBefore());
    if (late) {
      tooLate.add(pending);
    }
    return late;
  }

  /** The appends that were met and have waited too long. */
  List<PendingAppend> tooLate() {
    return tooLate;
  }

  /** Takes as many events of an append as fit. Returns false if events of the append are left. */
  boolean takeFrom(PendingAppend pending) {
    Append append = pending.append();
    RowDrafts part = RowDrafts.find(drafts.get(append.counter()), pending.page());
    int first = pending.taken();
    int ids = pending.idsLeft();
    RowDraft last = null;
    List<RowDraft> each = append.rowsWanted() ? new ArrayList<>() : List.of();
    while (!pending.allTaken()) {
      Event event = pending.peek();
      String id = append.storedId(event);
      RowDraft draft = part == null || id != null ? null : part.coalesce(event);
      if (draft == null) {
        if (!hasRoomFor(append.counter(), id, event.series())) {
          break;
        }
        part = part == null ? partOf(pending, id == null ? 1 : pending.left()) : part;
        draft = part.add(event, id, append.window());
        rows++;
      }
      last = draft;
      if (append.rowsWanted()) {
        each.add(draft);
      }
      pending.take(id != null);
      events++;
      happenings += event.events();
    }
    if (last != null) {
      mintBefore = EventTime.min(mintBefore, append.mintBefore());
      pending.joinedWrite();
      shares.add(new Share(pending, first, ids - pending.idsLeft(), last, each));
    }
    return pending.allTaken();
  }

  /** Notes in the tails of the counters that the events with ids are being written. */
  void addTo(TailBound tails, Watermark.Minted minted) {
    EventTime last = minted.first().plusTicks(rows - 1);
    for (Share share : shares) {
      if (share.ids > 0) {
        PendingAppend pending = share.pending;
        tails.written(pending.page(), pending.append().counter(), share.ids, last);
      }
    }
  }

  /**
   * Tells whether the rows may be written with these timeuuids: each is before the bound of every
   * append.
   */
  boolean allows(Watermark.Minted minted) {
    return minted.first().plusTicks(rows - 1).isBefore(mintBefore);
  }

  /** Refuses the events of this batch, which is not written. */
  void refuse(Refusal why, Watermark.Minted minted) {
    // No caller sees the timeuuid of a refused event.
    UUID at = minted.at(0);
    for (Share share : shares) {
      share.pending.reason(why);
      share.pending.decided(WriteOutcome.REFUSED, at);
    }
  }

  private boolean hasRoomFor(CounterName counter, @Nullable String id, List<String> series) {
    int characters =
        counter.namespace().length() + counter.name().length() + (id == null ? 0 : id.length());
    for (String key : series) {
      characters += key.length();
    }
    long more = (long) BYTES_PER_CHARACTER * characters;
    if (rows > 0 && (rows >= bounds.rowsPerWrite() || bytes + more > bounds.bytesPerWrite())) {
      full = true;
      return false;
    }
    if (rows >= turnRows) {
      return false;
    }
    bytes += more;
    return true;
  }

  /**
   * Makes the drafts for the counter and page of an append.
   *
   * @param expected the approximate number of rows
   */
  private RowDrafts partOf(PendingAppend pending, int expected) {
    CounterName counter = pending.append().counter();
    int some = Math.min(expected, bounds.rowsPerWrite());
    RowDrafts part = new RowDrafts(pending.page(), some, drafts.get(counter));
    drafts.put(counter, part);
    parts++;
    return part;
  }

  @Override
  public List<CounterRows> rows(Watermark.Minted minted, EventPartition partition) {
    EventTime last = EventTime.of(minted.at(rows - 1));
    if (minted.first().isBefore(partition.start()) || !last.isBefore(partition.end())) {
      throw new IllegalArgumentException(minted.first() + " does not belong into " + partition);
    }
    List<CounterRows> made = new ArrayList<>(parts);
    int index = 0;
    for (Map.Entry<CounterName, RowDrafts> of : drafts.entrySet()) {
      for (RowDrafts part = of.getValue(); part != null; part = part.elsewhere()) {
        List<EventRow> those = part.rows(minted, index);
        made.add(new CounterRows(part.page(), of.getKey(), those));
        index += those.size();
      }
    }
    return made;
  }

  @Override
  public void decide(WriteOutcome outcome) {
    for (Share share : shares) {
      for (int i = 0; i < share.each.size(); i++) {
        share.pending.rowOf(share.first + i, share.each.get(i).at());
      }
      share.pending.decided(outcome, share.last.at());
    }
  }

  /**
   * The events of an append in this write.
   *
   * @param first the index of the append's first event in this write
   * @param ids the number of the append's events with ids in this write
   * @param last the row of the append's last event in this write
   * @param each the row of each event if {@link Append#rowsWanted}, else empty
   */
  private record Share(
      PendingAppend pending, int first, int ids, RowDraft last, List<RowDraft> each) {}
}
