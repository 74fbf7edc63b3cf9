package io.quipu.engine.ingest;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.store.EventLog.CounterRows;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.writer.Watermark;
import io.quipu.ops.trace.Span;
import java.util.List;
import java.util.Set;

/** The rows of one write to a partition, and their waiting callers. Confined to one context. */
interface WrittenRows {
  int rows();

  /** The number of events in the rows; 0 for a reset. */
  int events();

  /** The number of happenings for which the events stand. */
  long happenings();

  Set<CounterName> counters();

  /** The appends that have events in the rows; empty for a reset. */
  List<PendingAppend> appends();

  /** The span of the callers that wait. */
  Span work();

  /**
   * Makes the rows with the timeuuids of the write.
   *
   * @throws IllegalArgumentException if a row lies outside the bucket of the partition, where no
   *     read would find the row
   */
  List<CounterRows> rows(Watermark.Minted minted, EventPartition partition);

  /** Tells all callers the outcome of the write. */
  void decide(WriteOutcome outcome);
}
