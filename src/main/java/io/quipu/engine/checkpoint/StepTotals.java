package io.quipu.engine.checkpoint;

import io.quipu.engine.checkpoint.dedup.Deduplicated;

/** The events, duplicates and conflicts of a step, as numbers. Confined to one context. */
final class StepTotals {
  private long events;
  private long duplicates;
  private long conflicts;

  void counted(long more) {
    events += more;
  }

  void repeated(Deduplicated ids) {
    duplicates += ids.duplicates();
    conflicts += ids.conflicts();
  }

  void report(CheckpointMeters meters) {
    meters.settled(events, duplicates, conflicts);
  }
}
