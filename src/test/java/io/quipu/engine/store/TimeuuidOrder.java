package io.quipu.engine.store;

import java.util.Comparator;
import java.util.UUID;

/**
 * The order in which Cassandra keeps timeuuids: by timestamp and, within one tick, by clock
 * sequence and node as signed bytes. That of {@link UUID} is another.
 */
public final class TimeuuidOrder implements Comparator<UUID> {
  public static final TimeuuidOrder INSTANCE = new TimeuuidOrder();

  /** Turns the order of signed bytes into that of a signed long: its first byte is one already. */
  private static final long SIGNS_BELOW_THE_FIRST = 0x0080808080808080L;

  private TimeuuidOrder() {}

  @Override
  public int compare(UUID a, UUID b) {
    int ticks = Long.compare(a.timestamp(), b.timestamp());
    return ticks != 0
        ? ticks
        : Long.compare(
            a.getLeastSignificantBits() ^ SIGNS_BELOW_THE_FIRST,
            b.getLeastSignificantBits() ^ SIGNS_BELOW_THE_FIRST);
  }
}
