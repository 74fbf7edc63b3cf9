package io.quipu.engine.ingest;

import io.quipu.engine.state.Event;
import io.quipu.engine.store.rows.EventRow;
import java.util.List;
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
  private final long minute;
  private final List<String> series;
  private long delta;
  private int events;
  private @Nullable UUID at;

  /**
   * @param id the stored id of the event; null if none is stored
   */
  RowDraft(Event event, @Nullable String id, int window) {
    this.delta = event.delta();
    this.events = event.events();
    this.id = id;
    this.window = window;
    this.minute = event.minute();
    this.series = event.series();
  }

  /**
   * Adds one more event. Adds nothing and returns false if the event counts in another minute or in
   * other series, or if the sum or the number overflows.
   */
  boolean add(Event more) {
    if (more.minute() != minute || !more.series().equals(series)) {
      return false;
    }
    long sum = delta + more.delta();
    if (((delta ^ sum) & (more.delta() ^ sum)) < 0 || events > Integer.MAX_VALUE - more.events()) {
      return false;
    }
    delta = sum;
    events += more.events();
    return true;
  }

  EventRow row(UUID minted) {
    at = minted;
    return new EventRow(minted, delta, events, id, window, minute, series);
  }

  /** The timeuuid of the row that {@link #row} made last. */
  UUID at() {
    return Objects.requireNonNull(at, "no row was made");
  }
}
