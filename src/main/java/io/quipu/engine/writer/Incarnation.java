package io.quipu.engine.writer;

import io.quipu.engine.model.EventTime;
import java.util.UUID;

/**
 * One writer from its join to its end: what the ingesting contexts of a process need in order to
 * mint and to acknowledge.
 *
 * @param number unique for ever; goes into the node bits of every timeuuid it mints
 * @param floor nothing may be minted before it
 */
public record Incarnation(UUID writer, long number, EventTime floor, Lease lease, GroupTime time) {
  private static final long MULTICAST = 1L << 40;

  /**
   * @throws IllegalArgumentException if the number does not fit: timeuuids would not be unique
   */
  public Incarnation {
    if (number < 1 || number >= MULTICAST) {
      throw new IllegalArgumentException("not the number of a writer: " + number);
    }
  }

  /** The 48 node bits: the multicast bit, which no network card has, and the number. */
  public long node() {
    return MULTICAST | number;
  }
}
