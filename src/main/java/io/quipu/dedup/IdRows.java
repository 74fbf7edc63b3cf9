package io.quipu.dedup;

import io.quipu.store.RowShare;
import io.quipu.store.StoreUnavailable;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The rows with ids of a tail, up to a bound and as long as the process may hold more: they must be
 * held at once to be deduplicated. Confined to one context.
 */
public final class IdRows {
  /** Most rows that are held for one read. */
  public static final int MOST = 200_000;

  private static final int AT_ONCE = 500;

  private final RowShare.Held held;
  private final List<IdRow> rows = new ArrayList<>();
  private int room;

  /**
   * @param held to take what is needed from; given back by whoever took it
   */
  public IdRows(RowShare.Held held) {
    this.held = held;
  }

  /**
   * Adds a row.
   *
   * @throws StoreUnavailable if there are more than can be held
   */
  public void add(UUID at, long delta, String id, int window) {
    if (rows.size() == MOST) {
      throw StoreUnavailable.busy(
          "More than " + MOST + " events with ids wait to be settled; try again soon.");
    }
    if (room == 0) {
      room = held.grow(AT_ONCE);
      if (room == 0) {
        throw StoreUnavailable.busy(
            "Too many events with ids wait to be settled for what this instance holds at present;"
                + " try again soon.");
      }
    }
    room--;
    rows.add(new IdRow(at, delta, id, window));
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** All rows. */
  public List<IdRow> all() {
    return rows;
  }
}
