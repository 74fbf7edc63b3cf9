package io.quipu.engine.store.rows;

import java.util.List;
import java.util.UUID;

/** A row of the event table: a row of its own for some events, or several events with ids. */
public sealed interface LogRow permits EventRow, PackedRow {
  /** The timeuuid of the row: that of its first event. */
  UUID at();

  /** The events of the row, each as a row of its own, in the order of their ticks. */
  List<EventRow> each();
}
