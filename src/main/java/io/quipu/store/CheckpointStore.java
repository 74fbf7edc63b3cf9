package io.quipu.store;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.counter.Granularity;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Checkpoints and the windows that advance with them, changed by compare-and-set only. */
public interface CheckpointStore {
  /**
   * A committed checkpoint, or {@link Checkpoint#NONE}, by a quorum read. It may miss the last
   * compare-and-set as long as that has not reached a quorum, even if an earlier read saw it.
   */
  CompletionStage<Checkpoint> read(CounterName counter);

  /** The same by a serial read, which first decides whatever compare-and-set is in progress. */
  CompletionStage<Checkpoint> readSerial(CounterName counter);

  /** The settled tallies of the given windows; those never settled are absent. */
  CompletionStage<Map<Window, Tally>> windows(CounterName counter, List<Window> windows);

  /**
   * The settled windows of one granularity with start in {@code [first, last]}, and the checkpoint
   * that they belong to. Both come from one state of the partition.
   */
  CompletionStage<WindowSlice> windowSlice(
      CounterName counter, Granularity granularity, Window first, Window last);

  /**
   * Prepares the next epoch ({@link Checkpoint#prepared}), if {@code until} and the current epoch
   * are still the expected ones. On {@code until}, too: an epoch that was committed meanwhile has
   * not moved, and must not be aborted.
   *
   * <p>After an unknown outcome nobody may take the prepared epoch for his own, even if it is found
   * to be prepared: another may have prepared it.
   */
  CompletionStage<CasOutcome> prepare(CounterName counter, Checkpoint expected);

  /**
   * Replaces {@code expected} by {@code next} and sets the given windows to their new tallies, all
   * or nothing, if {@code until} and the current epoch are still the expected ones. The epoch is
   * committed if {@code expected} has it preparing and {@code next} has not. What was collected is
   * left as it is.
   */
  CompletionStage<CasOutcome> advance(
      CounterName counter, Checkpoint expected, Checkpoint next, Map<Window, Tally> windows);

  /**
   * Says that rows before {@code next} may be deleted from some time after this on, if what was
   * said before is still {@code expected} and {@code until} is not before {@code next}.
   */
  CompletionStage<CasOutcome> collect(CounterName counter, Checkpoint expected, EventTime next);

  /** Settled windows and the checkpoint at which they stood so. */
  record WindowSlice(Checkpoint checkpoint, Map<Window, Tally> windows) {}
}
