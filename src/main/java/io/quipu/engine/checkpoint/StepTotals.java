package io.quipu.engine.checkpoint;

import io.quipu.engine.checkpoint.dedup.Deduplicated;

/** The numbers of events and of duplicates in a step, for meters. Confined to one context. */
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
