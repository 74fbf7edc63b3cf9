package io.quipu.store;

import io.quipu.counter.CounterName;
import io.quipu.counter.Granularity;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Checkpoints and the windows that advance with them, changed by compare-and-set only. */
public interface CheckpointStore {
  /** The latest committed checkpoint, or {@link Checkpoint#NONE}, by a quorum read. */
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
   * Replaces {@code expected} by {@code next} and sets the given windows to their new tallies, all
   * or nothing, if {@code until} is still the expected one.
   */
  CompletionStage<CasOutcome> advance(
      CounterName counter, Checkpoint expected, Checkpoint next, Map<Window, Tally> windows);

  /** Settled windows and the checkpoint at which they stood so. */
  record WindowSlice(Checkpoint checkpoint, Map<Window, Tally> windows) {}
}
