package io.quipu.checkpoint;

import io.quipu.counter.EventTime;
import io.quipu.dedup.IdRow;
import io.quipu.store.EventStore;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The first rows of one partition, held until it is known how many of them a step takes in. */
final class SliceBuffer implements EventStore.RowSink {
  private final int limit;
  private long latest;
  private final List<BufferedRow> rows = new ArrayList<>();

  /**
   * @param limit how many rows were asked for
   * @param from of which time on
   */
  SliceBuffer(int limit, EventTime from) {
    this.limit = limit;
    this.latest = from.ticks();
  }

  private record BufferedRow(UUID at, long delta, int events, @Nullable String id, int window) {}

  @Override
  public void row(UUID at, long delta, int events, @Nullable String id, int window) {
    if (at.timestamp() < latest || rows.size() >= limit) {
      throw new IllegalStateException(
          at + " is before what was asked for, out of order, or one too many");
    }
    latest = at.timestamp();
    rows.add(new BufferedRow(at, delta, events, id, window));
  }

  /**
   * Up to where the rows are known: the tick of the last row if there may be more, exclusive as
   * others may share it, else no limit.
   */
  EventTime knownUntil() {
    return rows.size() < limit ? EventTime.MAX : EventTime.of(rows.get(rows.size() - 1).at);
  }

  /** Hands the rows before {@code until} over. */
  void drainTo(Fold fold, EventTime until) {
    for (BufferedRow row : rows) {
      EventTime at = EventTime.of(row.at);
      if (!at.isBefore(until)) {
        break;
      }
      if (row.id == null) {
        fold.add(at, row.delta, row.events);
      } else {
        fold.setAside(new IdRow(row.at, row.delta, row.id, row.window));
      }
    }
    rows.clear();
  }
}
