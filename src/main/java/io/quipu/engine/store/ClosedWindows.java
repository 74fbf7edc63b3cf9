package io.quipu.engine.store;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.Tally;
import io.quipu.engine.model.Window;
import io.quipu.engine.model.WindowPartition;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * The closed windows of counters, which never change again. A window is exported after the step
 * that closed the window. A reader of a page state ignores the windows that end after the {@code
 * until} of the state, because such windows belong to steps that the reader has not seen.
 */
public interface ClosedWindows {
  /** Writes windows that all belong to one partition; may be repeated. */
  CompletionStage<WriteOutcome> write(WindowPartition partition, List<Closed> windows);

  /**
   * The exported windows of a counter with a start from {@code first} to {@code last}, both
   * included, of their granularity. Windows that counted nothing are absent.
   */
  CompletionStage<Map<Window, Tally>> read(
      int page, CounterName counter, Window first, Window last);

  /** A closed window of a counter. */
  record Closed(CounterName counter, Window window, Tally tally) {}
}
