package io.quipu.engine.ingest;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventPartition;
import io.quipu.engine.store.EventLog.CounterRows;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.writer.Watermark;
import io.quipu.ops.trace.Span;
import java.util.List;
import java.util.Set;

/** The rows of one write to a partition, and who waits for them. Confined to one context. */
interface WrittenRows {
  int rows();

  /** The number of events that they stand for. */
  int events();

  Set<CounterName> counters();

  /** The appends that it has events of. */
  List<PendingAppend> appends();

  /** The work of whoever waits for it. */
  Span work();

  /**
   * Its rows under the timeuuids of the write.
   *
   * @throws IllegalArgumentException if they lie outside the partition's bucket, where nobody would
   *     find them
   */
  List<CounterRows> rows(Watermark.Minted minted, EventPartition partition);

  /** Tells everybody who shares the rows what became of them. */
  void decide(WriteOutcome outcome);
}
