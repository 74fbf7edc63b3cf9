package io.quipu.dedup;

import io.quipu.store.StoreUnavailable;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The rows with ids of a tail, up to a bound: they must be held at once to be deduplicated.
 * Confined to one context.
 */
public final class IdRows {
  /** Most rows that are held for one read; about 300 bytes each. */
  public static final int MOST = 200_000;

  private final List<IdRow> rows = new ArrayList<>();
  private boolean tooMany;

  public void add(UUID at, long delta, String id, int window) {
    if (rows.size() < MOST) {
      rows.add(new IdRow(at, delta, id, window));
    } else {
      tooMany = true;
    }
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /**
   * All rows.
   *
   * @throws StoreUnavailable if there were more than can be held
   */
  public List<IdRow> all() {
    if (tooMany) {
      throw new StoreUnavailable(
          "more than " + MOST + " events with ids wait to be settled; try again soon", null);
    }
    return rows;
  }
}
