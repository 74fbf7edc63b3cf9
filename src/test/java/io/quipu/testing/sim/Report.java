package io.quipu.testing.sim;

import java.util.List;

/**
 * What became of one run.
 *
 * @param violations what was found, empty if all is well
 * @param trace what happened; empty unless it was asked for
 */
record Report(
    long seed,
    boolean faults,
    Stress stress,
    Figures figures,
    List<String> violations,
    List<String> trace) {
  /**
   * How much was going on.
   *
   * @param unknown events of which no client knows whether they count
   * @param collected partitions of rows that were deleted
   * @param redelivered how often an event was sent again whose row had been deleted
   */
  record Figures(
      long tasks,
      int reads,
      int acknowledged,
      int unknown,
      int collected,
      int redelivered,
      long virtualNanos) {}

  boolean passed() {
    return violations.isEmpty();
  }

  /** How to see this run again. */
  String command() {
    return "mvn -Psimulate -Dseed="
        + seed
        + (faults ? "" : " -Dfaults=false")
        + (faults && stress != Stress.of(seed) ? " -Dstress=" + stress : "");
  }
}
