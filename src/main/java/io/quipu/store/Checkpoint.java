package io.quipu.store;

import io.quipu.counter.EventTime;
import io.quipu.counter.Tally;

/**
 * The settled part of a counter.
 *
 * @param total every event before {@code until}, counted once and for all
 * @param until exclusive; grows with every checkpoint, so it names a version without ABA
 * @param epochs which settled ids count
 * @param collected exclusive: rows before it may be gone; never after {@code until}
 */
public record Checkpoint(Tally total, EventTime until, Epochs epochs, EventTime collected) {
  /** A counter that was never settled. */
  public static final Checkpoint NONE = new Checkpoint(Tally.ZERO, EventTime.MIN);

  /**
   * @throws IllegalArgumentException if {@code collected} is after {@code until}
   */
  public Checkpoint {
    if (collected.isAfter(until)) {
      throw new IllegalArgumentException("collected " + collected + " is after until " + until);
    }
  }

  /** A checkpoint of a counter without settled ids, of which all rows are there. */
  public Checkpoint(Tally total, EventTime until) {
    this(total, until, Epochs.NONE, EventTime.MIN);
  }

  /** Whether no checkpoint was ever committed; an epoch may have been prepared nevertheless. */
  public boolean isFirst() {
    return until.equals(EventTime.MIN);
  }

  /** The same with the next epoch prepared. */
  public Checkpoint prepared() {
    return new Checkpoint(total, until, epochs.prepared(), collected);
  }

  /** A later one that took in rows without ids only: a prepared epoch stays uncommitted. */
  public Checkpoint plain(Tally newTotal, EventTime newUntil) {
    return later(newTotal, newUntil, epochs);
  }

  /** A later one that also commits the prepared epoch, whose members it counts. */
  public Checkpoint committed(Tally newTotal, EventTime newUntil) {
    return later(newTotal, newUntil, epochs.committed());
  }

  /** What is settled stays settled: {@code until} grows, and events never become fewer. */
  private Checkpoint later(Tally newTotal, EventTime newUntil, Epochs newEpochs) {
    if (!newUntil.isAfter(until)) {
      throw new IllegalArgumentException("until " + newUntil + " does not grow from " + until);
    }
    if (newTotal.events() < total.events()) {
      throw new IllegalArgumentException("total " + newTotal + " has lost some of " + total);
    }
    return new Checkpoint(newTotal, newUntil, newEpochs, collected);
  }
}
