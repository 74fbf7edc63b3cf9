package io.quipu.engine.checkpoint;

import io.quipu.engine.state.IdBounds;

/**
 * Bounds of one step of a page.
 *
 * @param counters the maximum number of counters and series that change because of rows, if not all
 *     rows are of the first tick
 * @param bytes the maximum size of all states that change, if not all rows are of the first tick.
 *     Cassandra refuses a step above half of a segment of its commit log, which is 16 MiB by
 *     default
 * @param resets the number of noted resets above which idle series of a counter are written, so
 *     that the notes can be dropped
 * @param series the maximum number of idle series that a step writes for all counters together
 * @param ids the sizes of runs of settled ids
 */
public record StepBounds(int counters, int bytes, int resets, int series, IdBounds ids) {
  /** The bounds of a service. */
  public static final StepBounds USUAL = new StepBounds(1_500, 4 << 20, 32, 250, IdBounds.USUAL);

  /** The number of series that a step looks at to find those to write. */
  int looksAt() {
    return 4 * series;
  }

  /** The bytes above which the state of one counter is told to the operator. */
  int largeState() {
    return bytes / 4;
  }
}
