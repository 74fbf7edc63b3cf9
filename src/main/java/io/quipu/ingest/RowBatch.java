package io.quipu.ingest;

import io.quipu.counter.CounterName;
import io.quipu.counter.Event;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The events that go out as one write: those with an id as rows of their own, the others of each
 * counter coalesced into one row, or several where their sum would overflow. Confined to one
 * context.
 */
final class RowBatch {
  /** In UTF-8 a character of Java takes no more. */
  private static final int BYTES_PER_CHARACTER = 3;

  private final CommitBounds bounds;
  private final Map<CounterName, CounterRows> parts = new LinkedHashMap<>();
  private long bytes;
  private int rows;
  private int events;

  RowBatch(CommitBounds bounds) {
    this.bounds = bounds;
  }

  int rows() {
    return rows;
  }

  int events() {
    return events;
  }

  Collection<CounterRows> parts() {
    return parts.values();
  }

  /** The appends that it has events of. */
  List<PendingAppend> appends() {
    return parts.values().stream().flatMap(CounterRows::appends).toList();
  }

  /** Takes what fits of a pending append; false when the batch is full. */
  boolean takeFrom(PendingAppend pending) {
    Append append = pending.append();
    CounterRows part = parts.get(append.counter());
    int first = pending.taken();
    CounterRows.Draft last = null;
    List<CounterRows.Draft> each = append.rowsWanted() ? new ArrayList<>() : List.of();
    while (!pending.allTaken()) {
      Event event = pending.peek();
      String id = append.storedId(event);
      CounterRows.Draft draft = part == null || id != null ? null : part.coalesce(event.delta());
      if (draft == null) {
        if (!hasRoomFor(append.counter(), id)) {
          break;
        }
        part = part == null ? partOf(append.counter()) : part;
        draft = part.add(rows++, event.delta(), id, append.window());
      }
      last = draft;
      if (append.rowsWanted()) {
        each.add(draft);
      }
      pending.take();
      events++;
    }
    if (part != null && last != null) {
      pending.joinedWrite();
      part.share(pending, first, last, each);
    }
    return pending.allTaken();
  }

  private boolean hasRoomFor(CounterName counter, @Nullable String id) {
    int characters =
        counter.namespace().length() + counter.name().length() + (id == null ? 0 : id.length());
    long more = (long) BYTES_PER_CHARACTER * characters;
    if (rows > 0 && (rows >= bounds.rowsPerWrite() || bytes + more > bounds.bytesPerWrite())) {
      return false;
    }
    bytes += more;
    return true;
  }

  private CounterRows partOf(CounterName counter) {
    CounterRows part = new CounterRows(counter);
    parts.put(counter, part);
    return part;
  }
}
