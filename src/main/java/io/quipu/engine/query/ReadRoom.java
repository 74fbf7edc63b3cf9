package io.quipu.engine.query;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.store.StoreUnavailable;
import org.jspecify.annotations.Nullable;

/**
 * Rows that one attempt of a read may hold, and of what there were too many. Confined to one
 * context.
 */
final class ReadRoom {
  private final RowShare.Held held;
  private int spare;
  private @Nullable Shortage shortage;

  /**
   * Rows for which there was no room.
   *
   * @param last the last of them that was seen, of {@code counter}
   * @param had how many rows the attempt had
   */
  record Shortage(int page, CounterName counter, EventTime last, int had) {}

  /**
   * @param held given back by whoever took it
   * @param spare how many of them are handed out when more are asked for
   */
  ReadRoom(RowShare.Held held, int spare) {
    this.held = held;
    this.spare = spare;
  }

  /**
   * Takes more if they are there, without waiting.
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

  /** There are no more. */
  StoreUnavailable exhausted(int page, CounterName counter, EventTime last) {
    note(new Shortage(page, counter, last, held.rows()));
    return StoreUnavailable.busy(
        "Too many events wait to be settled for what this instance holds at present;"
            + " try again soon.");
  }

  /** There are more rows than one read may hold, whatever else is held. */
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

  /** The first that was found, or null. */
  @Nullable Shortage shortage() {
    return shortage;
  }
}
