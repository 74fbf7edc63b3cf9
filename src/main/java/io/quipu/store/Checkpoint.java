package io.quipu.store;

import io.quipu.counter.EventTime;
import io.quipu.counter.Tally;

/**
 * The settled part of a counter.
 *
 * @param total every event before {@code until}, counted once and for all
 * @param until exclusive; grows with every checkpoint, so it names a version without ABA
 */
public record Checkpoint(Tally total, EventTime until) {
  /** A counter that was never settled. */
  public static final Checkpoint NONE = new Checkpoint(Tally.ZERO, EventTime.MIN);
}
