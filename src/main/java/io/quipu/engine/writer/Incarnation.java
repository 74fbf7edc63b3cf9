package io.quipu.engine.writer;

import io.quipu.engine.windows.EventTime;
import java.util.UUID;

/**
 * One writer from its join to its end. The ingesting contexts of a process need the incarnation to
 * mint timeuuids and to acknowledge events.
 *
 * @param number unique in the group for ever; part of the node bits of every timeuuid of the writer
 * @param floor the smallest event time that the writer may mint
 */
public record Incarnation(UUID writer, long number, EventTime floor, Lease lease, GroupTime time) {
  private static final long MULTICAST = 1L << 40;

  /**
   * @throws IllegalArgumentException if the number is not from 1 to 2^40 - 1: timeuuids of two
   *     writers could then be equal
   */
  public Incarnation {
    if (number < 1 || number >= MULTICAST) {
      throw new IllegalArgumentException("not the number of a writer: " + number);
    }
  }

  /** The 48 node bits: the number, and the multicast bit, which no network card sets. */
  public long node() {
    return MULTICAST | number;
  }
}
