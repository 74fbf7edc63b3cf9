package io.quipu.engine.ingest;

import io.quipu.engine.store.EventRow;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A row before minting: one event with an id, or the sum of events without ids. Confined to one
 * context.
 */
final class RowDraft {
  private final @Nullable String id;
  private final int window;
  private long delta;
  private int events = 1;
  private @Nullable UUID at;

  RowDraft(long delta, @Nullable String id, int window) {
    this.delta = delta;
    this.id = id;
    this.window = window;
  }

  /** Adds one more event. Adds nothing and returns false if the sum or the number overflows. */
  boolean add(long more) {
    long sum = delta + more;
    if (((delta ^ sum) & (more ^ sum)) < 0 || events == Integer.MAX_VALUE) {
      return false;
    }
    delta = sum;
    events++;
    return true;
  }

  EventRow row(UUID minted) {
    at = minted;
    return new EventRow(minted, delta, events, id, window);
  }

  /** The timeuuid of the row that {@link #row} made last. */
  UUID at() {
    return Objects.requireNonNull(at, "no row was made");
  }
}
