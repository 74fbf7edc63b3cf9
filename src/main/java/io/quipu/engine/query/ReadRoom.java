package io.quipu.engine.query;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.store.StoreUnavailable;
import org.jspecify.annotations.Nullable;

/**
 * The rows that one attempt of a read may hold, and the first shortage of rows. Confined to one
 * context.
 */
final class ReadRoom {
  private final RowShare.Held held;
  private int spare;
  private @Nullable Shortage shortage;

  /**
   * A lack of room for the rows of a page.
   *
   * @param last the latest time of the rows that the attempt held, of any counter
   * @param had number of rows that the attempt had
   */
  record Shortage(int page, CounterName counter, EventTime last, int had) {}

  /**
   * @param held the rows of the attempt; the caller gives them back
   * @param spare number of these rows that {@link #grow} hands out first
   */
  ReadRoom(RowShare.Held held, int spare) {
    this.held = held;
    this.spare = spare;
  }

  /**
   * Takes more rows if some are free, without waiting.
   *
   * @return how many more, possibly none, at most {@code wanted}
   */
  int grow(int wanted) {
    if (spare == 0) {
      return held.grow(wanted);
    }
    int some = Math.min(wanted, spare);
    spare -= some;
    return some;
  }

  /** Takes more rows for work that can do without them. */
  int growIfIdle(int wanted) {
    return held.growIfIdle(wanted);
  }

  /** The failure when no more rows are free. */
  StoreUnavailable exhausted(int page, CounterName counter, EventTime last) {
    note(new Shortage(page, counter, last, held.rows()));
    return StoreUnavailable.busy(
        "Too many events wait to be settled for what this instance holds at present;"
            + " try again soon.");
  }

  /** The failure when a tail has more rows than one read may ever hold. */
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

  /** The first shortage, or null. */
  @Nullable Shortage shortage() {
    return shortage;
  }
}
