package io.quipu.testing.sim.cassandra;

import io.quipu.engine.windows.EventTime;
import java.util.UUID;

/** A timeuuid in Cassandra's order: by timestamp, then by the low half as signed bytes. */
record TimeuuidKey(UUID uuid) implements Comparable<TimeuuidKey> {
  private static final long SIGNS = 0x8080808080808080L;

  static TimeuuidKey boundary(EventTime time) {
    return new TimeuuidKey(time.boundary());
  }

  /** The first that is larger. */
  TimeuuidKey next() {
    long low = (uuid.getLeastSignificantBits() ^ SIGNS) + 1;
    if (low == 0) {
      return boundary(EventTime.of(uuid).plusTicks(1));
    }
    return new TimeuuidKey(new UUID(uuid.getMostSignificantBits(), low ^ SIGNS));
  }

  @Override
  public int compareTo(TimeuuidKey other) {
    int byTime = Long.compare(uuid.timestamp(), other.uuid.timestamp());
    return byTime != 0
        ? byTime
        : Long.compareUnsigned(
            uuid.getLeastSignificantBits() ^ SIGNS, other.uuid.getLeastSignificantBits() ^ SIGNS);
  }

  @Override
  public String toString() {
    return EventTime.of(uuid) + "/" + Long.toHexString(uuid.getLeastSignificantBits());
  }
}
