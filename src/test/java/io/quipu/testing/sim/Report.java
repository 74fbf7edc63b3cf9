package io.quipu.testing.sim;

import io.quipu.testing.sim.core.Met;
import java.util.List;
import java.util.Set;

/**
 * What became of one run.
 *
 * @param steps where a process may have ended
 * @param violations what was found, empty if all is well
 * @param met the abilities that were in use, and what went wrong meanwhile
 * @param trace what happened; empty unless it was asked for
 */
record Report(
    long seed,
    boolean faults,
    Stress stress,
    Figures figures,
    Set<Met.Cell> met,
    Steps steps,
    List<String> violations,
    List<String> trace) {
  /**
   * The steps that processes came to.
   *
   * @param ended those at which one has ended
   */
  record Steps(Set<String> all, Set<String> ended) {}

  /**
   * How much was going on.
   *
   * @param unknown events of which no client knows whether they count
   * @param collected partitions of rows that were deleted
   * @param redelivered how often an event was sent again whose row had been deleted
   */
  record Figures(
      long tasks,
      long reads,
      long acknowledged,
      long unknown,
      long collected,
      long redelivered,
      long virtualNanos) {
    static final Figures NONE = new Figures(0, 0, 0, 0, 0, 0, 0);

    Figures plus(Figures more) {
      return new Figures(
          tasks + more.tasks,
          reads + more.reads,
          acknowledged + more.acknowledged,
          unknown + more.unknown,
          collected + more.collected,
          redelivered + more.redelivered,
          virtualNanos + more.virtualNanos);
    }
  }

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
