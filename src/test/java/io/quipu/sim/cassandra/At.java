package io.quipu.sim.cassandra;

import io.quipu.counter.EventTime;
import java.util.UUID;

/** A timeuuid in Cassandra's order: by timestamp, then by the low half as signed bytes. */
record At(UUID uuid) implements Comparable<At> {
  private static final long SIGNS = 0x8080808080808080L;

  static At boundary(EventTime time) {
    return new At(time.boundary());
  }

  /** The first that is larger. */
  At next() {
    long low = (uuid.getLeastSignificantBits() ^ SIGNS) + 1;
    if (low == 0) {
      return boundary(EventTime.of(uuid).plusTicks(1));
    }
    return new At(new UUID(uuid.getMostSignificantBits(), low ^ SIGNS));
  }

  @Override
  public int compareTo(At other) {
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
