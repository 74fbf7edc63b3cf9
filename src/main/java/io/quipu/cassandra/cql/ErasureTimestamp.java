package io.quipu.cassandra.cql;

/** The write timestamps of deletions that cover all writes, whenever they arrive. */
public final class ErasureTimestamp {
  /** After all times of clocks and of events, in microseconds: the year 2112. */
  public static final long FOREVER = 1L << 52;

  private ErasureTimestamp() {}
}
