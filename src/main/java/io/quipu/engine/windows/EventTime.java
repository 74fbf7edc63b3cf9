package io.quipu.engine.windows;

import io.quipu.engine.input.InvalidInput;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;

/**
 * A point in event order: the timestamp of a timeuuid, in ticks of 100 ns since 15 October 1582.
 *
 * <p>Slices, checkpoints and horizons end between ticks, never inside a tick: each timeuuid with a
 * smaller timestamp lies before the end, whatever its other bits are. So no decision depends on the
 * order of timeuuids within one tick, which is not the same in Cassandra and Java.
 */
public record EventTime(long ticks) implements Comparable<EventTime> {
  /** The point before every event. */
  public static final EventTime MIN = new EventTime(0);

  /** The point after every event: the largest timestamp that a timeuuid can hold. */
  public static final EventTime MAX = new EventTime((1L << 60) - 1);

  public static final long TICKS_PER_SECOND = 10_000_000L;

  private static final long UNIX_EPOCH = 0x01b21dd213814000L;

  /** Timeuuids reach from October 1582 to March 5236. Only whole years in between are allowed. */
  private static final Instant EARLIEST = startOf(1583);

  private static final Instant TOO_LATE = startOf(5236);
  private static final long LOWEST_CLOCK_AND_NODE = 0x8080808080808080L;

  public EventTime {
    if (ticks < 0 || ticks >= 1L << 60) {
      throw new IllegalArgumentException("ticks out of range: " + ticks);
    }
  }

  /** The timestamp of a timeuuid. */
  public static EventTime of(UUID at) {
    return new EventTime(at.timestamp());
  }

  /** The first tick that is not before {@code instant}, but within the range of timeuuids. */
  public static EventTime of(Instant instant) {
    long seconds = instant.getEpochSecond();
    long first = -UNIX_EPOCH / TICKS_PER_SECOND;
    long last = (MAX.ticks - UNIX_EPOCH) / TICKS_PER_SECOND - 1;
    if (seconds < first) {
      return MIN;
    }
    if (seconds > last) {
      return MAX;
    }
    return new EventTime(
        UNIX_EPOCH + seconds * TICKS_PER_SECOND + (instant.getNano() + 99L) / 100L);
  }

  /**
   * The first tick that is not before a time of the caller.
   *
   * @param field the name of the field, for the error
   * @param text the time as the caller wrote it, for the error
   * @throws InvalidInput naming {@code field} if the time lies outside the years 1583 to 5235, both
   *     inclusive, in UTC
   */
  public static EventTime checked(String field, String text, Instant instant) {
    if (instant.isBefore(EARLIEST) || !instant.isBefore(TOO_LATE)) {
      throw new InvalidInput(
          field,
          field + " is " + InvalidInput.shown(text) + ", and must lie in the years 1583 to 5235");
    }
    return of(instant);
  }

  private static Instant startOf(int year) {
    return OffsetDateTime.of(year, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC).toInstant();
  }

  /** The start of a second of Unix time. */
  public static EventTime ofEpochSecond(long second) {
    return of(Instant.ofEpochSecond(second));
  }

  public Instant instant() {
    long unix = ticks - UNIX_EPOCH;
    return Instant.ofEpochSecond(
        Math.floorDiv(unix, TICKS_PER_SECOND), Math.floorMod(unix, TICKS_PER_SECOND) * 100L);
  }

  /** The second of Unix time that holds this point. */
  public long epochSecond() {
    return Math.floorDiv(ticks - UNIX_EPOCH, TICKS_PER_SECOND);
  }

  /** The timeuuid with this timestamp, the given 14-bit clock sequence and 48-bit node. */
  public UUID timeuuid(int clockSequence, long node) {
    long low =
        0x8000000000000000L | ((long) (clockSequence & 0x3fff) << 48) | (node & (1L << 48) - 1);
    return timeuuid(low);
  }

  /**
   * The timeuuid with this timestamp.
   *
   * @param low the low half: variant, clock sequence and node
   */
  public UUID timeuuid(long low) {
    return new UUID(mostSignificant(), low);
  }

  /**
   * The lowest timeuuid of this tick in the order of Cassandra, which compares the low half as
   * signed bytes. Serves only as the bound of a slice; no event has this timeuuid.
   */
  public UUID boundary() {
    return timeuuid(LOWEST_CLOCK_AND_NODE);
  }

  private long mostSignificant() {
    return (ticks & 0xffffffffL) << 32 | (ticks >>> 32 & 0xffffL) << 16 | 0x1000L | ticks >>> 48;
  }

  public EventTime plusTicks(long more) {
    return new EventTime(Math.min(MAX.ticks, ticks + more));
  }

  public boolean isBefore(EventTime other) {
    return ticks < other.ticks;
  }

  public boolean isAfter(EventTime other) {
    return ticks > other.ticks;
  }

  public static EventTime min(EventTime a, EventTime b) {
    return a.ticks <= b.ticks ? a : b;
  }

  public static EventTime max(EventTime a, EventTime b) {
    return a.ticks >= b.ticks ? a : b;
  }

  @Override
  public int compareTo(EventTime other) {
    return Long.compare(ticks, other.ticks);
  }

  @Override
  public String toString() {
    return instant().toString();
  }
}
