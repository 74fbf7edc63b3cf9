package io.quipu.engine.store;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.Tally;
import io.quipu.engine.model.Window;
import io.quipu.engine.model.WindowPartition;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Windows that will never change again: facts, exported after the step that closed them. Who works
 * as of a page's {@code until} ignores those that end after it.
 */
public interface ClosedWindows {
  /** Writes windows into a partition, all of which it must hold; may be repeated. */
  CompletionStage<WriteOutcome> write(WindowPartition partition, List<Closed> windows);

  /**
   * The windows of a counter with start in {@code [first, last]}, of one granularity; those that
   * counted nothing are absent.
   */
  CompletionStage<Map<Window, Tally>> read(
      int page, CounterName counter, Window first, Window last);

  /** A closed window of a counter. */
  record Closed(CounterName counter, Window window, Tally tally) {}
}
