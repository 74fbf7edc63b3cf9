package io.quipu.engine.query;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.windows.EventTime;
import org.jspecify.annotations.Nullable;

/**
 * The rows that one attempt of a read may hold, and the first shortage of rows, if any. Confined to
 * one context.
 */
final class ReadRoom {
  private final RowShare.Held held;
  private int spare;
  private @Nullable Shortage shortage;

  /**
   * A lack of room for the rows of a page.
   *
   * @param last the latest time of the rows of the page that had to be held, of any counter
   * @param had number of rows that the attempt had; {@link Integer#MAX_VALUE} if the page's tail
   *     has more rows than any read may hold
   */
  record Shortage(int page, CounterName counter, EventTime last, int had) {}

  /**
   * @param held the rows that the attempt has taken; the caller gives them back
   * @param spare number of these rows that {@link #grow} returns before taking more
   */
  ReadRoom(RowShare.Held held, int spare) {
    this.held = held;
    this.spare = spare;
  }

  /**
   * Takes more rows without waiting: spare rows, then rows that {@link RowShare.Held#grow} gives.
   *
   * @return the number of additional rows, from 0 to {@code wanted}
   */
  int grow(int wanted) {
    if (spare == 0) {
      return held.grow(wanted);
    }
    int some = Math.min(wanted, spare);
    spare -= some;
    return some;
  }

  /** Takes up to {@code wanted} more rows for optional work, if many rows are free. */
  int growIfIdle(int wanted) {
    return held.growIfIdle(wanted);
  }

  /** Notes a shortage, and makes the failure for an attempt that gets no more rows. */
  StoreUnavailable exhausted(int page, CounterName counter, EventTime last) {
    note(new Shortage(page, counter, last, held.rows()));
    return StoreUnavailable.busy(
        "Too many events wait to be settled for what this instance holds at present;"
            + " try again soon.");
  }

  /**
   * Notes a shortage, and makes the failure for a tail that has more rows than any read may hold.
   */
  StoreUnavailable tooMany(int page, CounterName counter, EventTime last, int most) {
    note(new Shortage(page, counter, last, Integer.MAX_VALUE));
    return StoreUnavailable.busy(
        "More than " + most + " events wait to be settled; try again soon.");
  }

  private void note(Shortage found) {
    if (shortage == null) {
      shortage = found;
    }
  }

  /** The first shortage; null if there was none. */
  @Nullable Shortage shortage() {
    return shortage;
  }
}
