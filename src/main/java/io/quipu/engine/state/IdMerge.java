package io.quipu.engine.state;

import java.util.List;

/**
 * A merge of runs that the header of a page names. The merge goes on after a takeover, because its
 * run, and the runs that are merged, are known from the header.
 *
 * @param into the run that is written
 * @param from the numbers of the runs of the same period whose ids it has
 */
public record IdMerge(IdRun into, List<Long> from) {
  public IdMerge {
    from = List.copyOf(from);
  }

  /** Tells whether the ids of a run go into the run of this merge. */
  public boolean takes(IdRun run) {
    return run.period().equals(into.period()) && from.contains(run.number());
  }
}
