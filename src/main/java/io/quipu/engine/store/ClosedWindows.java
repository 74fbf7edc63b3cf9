package io.quipu.engine.store;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Tally;
import io.quipu.engine.windows.EndedWindows;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Window;
import io.quipu.engine.windows.WindowPartition;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * The closed windows of counters, and their supplements. Neither ever changes; both are deleted
 * after they have {@linkplain io.quipu.engine.names.Keep ended}. A window is exported after the
 * step that closed the window. A reader of a page state ignores the windows that end after the
 * {@code until} of the state, because such windows belong to steps that the reader has not seen.
 *
 * <p>A supplement is what events of other minutes than their own add to a window, open, closed or
 * of the future. A window may have one supplement for each step. {@link
 * io.quipu.engine.state.CounterState#counts} tells which of them count beside a state.
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

  /** Writes the supplements of a step that all belong to one partition; may be repeated. */
  CompletionStage<WriteOutcome> writeSupplements(
      WindowPartition partition, List<Supplement> supplements);

  /**
   * Hands the supplements of a counter to {@code sink}, in any order: those of windows with a start
   * from {@code first} to {@code last}, both included, of their granularity.
   */
  CompletionStage<Void> readSupplements(
      int page, CounterName counter, Window first, Window last, SupplementSink sink);

  /** Deletes all windows, or supplements, of a namespace in a partition; may be repeated. */
  CompletionStage<WriteOutcome> delete(WindowPartition partition, String namespace);

  /**
   * The points up to which windows of a page were deleted, in seconds of Unix time: the latest that
   * were noted. Nothing is left of windows that end at or before them.
   */
  CompletionStage<Map<EndedWindows, Long>> deleted(int page);

  /** Notes up to where windows were deleted. The latest point stands, in whatever order. */
  CompletionStage<WriteOutcome> noteDeleted(int page, EndedWindows windows, long second);

  /** Receives supplements, without an object for each. */
  @FunctionalInterface
  interface SupplementSink {
    /**
     * @param step the end of the step that decided the supplement
     */
    void supplement(Window window, EventTime step, Tally tally);
  }

  /**
   * A supplement of a window of a counter.
   *
   * @param step the end of the step that decided it
   */
  record Supplement(CounterName counter, Window window, EventTime step, Tally tally) {}

  /** A closed window of a counter. */
  record Closed(CounterName counter, Window window, Tally tally) {}
}
