package io.quipu.ingest;

import io.quipu.counter.CounterName;
import io.quipu.page.EventPartition;
import io.quipu.store.EventLog.CounterRows;
import io.quipu.store.WriteOutcome;
import io.quipu.trace.Span;
import io.quipu.writer.Watermark;
import java.util.List;
import java.util.Set;

/** The rows of one write to a partition, and who waits for them. Confined to one context. */
interface WrittenRows {
  int rows();

  /** How many events they stand for. */
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
