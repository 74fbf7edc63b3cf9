package io.quipu.checkpoint;

import io.quipu.store.Checkpoint;

/** What became of settling one counter. */
public sealed interface CheckpointOutcome {
  /**
   * The checkpoint advanced.
   *
   * @param events how many events it took in
   */
  record Applied(Checkpoint checkpoint, long events) implements CheckpointOutcome {
    public Applied {
      if (events < 0 || checkpoint.isFirst()) {
        throw new IllegalArgumentException(events + " events up to " + checkpoint.until());
      }
    }
  }

  /** Nothing to take in below the horizon. */
  record Unchanged() implements CheckpointOutcome {}

  /** Somebody else advanced it first: what was folded is discarded. */
  record Superseded() implements CheckpointOutcome {}

  /** The answer was lost and the checkpoint still stands where it stood; it may yet advance. */
  record Unknown() implements CheckpointOutcome {}

  /** Somebody else is settling ids of this counter, and gets some time to finish. */
  record InProgress() implements CheckpointOutcome {}

  /**
   * An invariant does not hold: of what is stored for this counter, or of this code. Nothing was
   * changed.
   */
  record Broken(Throwable defect) implements CheckpointOutcome {}

  /** Whether every event below the horizon is known to be in the checkpoint. */
  default boolean settled() {
    return this instanceof Applied || this instanceof Unchanged;
  }
}
