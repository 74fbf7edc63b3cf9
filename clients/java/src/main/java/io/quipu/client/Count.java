package io.quipu.client;

import java.math.BigInteger;
import java.time.Instant;

/**
 * An exact count, with every event that was acknowledged before it was asked for.
 *
 * @param namespace where the counter is
 * @param counter its name
 * @param count the sum of the deltas; it has no limit
 * @param events how many events
 * @param settled the part that nothing but a reset can change
 * @param tail the events since; negative while a reset has not been settled
 * @param bounds of kind {@code linear}; none of other kinds
 */
public record Count(
    String namespace,
    String counter,
    BigInteger count,
    BigInteger events,
    Settled settled,
    Tail tail,
    Bounds bounds) {

  /** A count without bounds. */
  public Count(
      String namespace,
      String counter,
      BigInteger count,
      BigInteger events,
      Settled settled,
      Tail tail) {
    this(namespace, counter, count, events, settled, tail, Bounds.NONE);
  }

  /**
   * The count as a {@code long}.
   *
   * @throws ArithmeticException if it does not fit
   */
  public long longValue() {
    return count.longValueExact();
  }

  /**
   * The settled part of a count.
   *
   * @param count the sum of the deltas
   * @param events how many events
   * @param until every event before this time is settled; null before the first checkpoint
   */
  public record Settled(BigInteger count, BigInteger events, @Nullable Instant until) {}

  /**
   * The bounds of a count.
   *
   * @param min the least that it may be; null for any
   * @param max the most that it may be; null for any
   * @param remaining what may be added until the period ends; null without a period
   * @param resets when the period ends, and the count begins again at 0; null without a period
   */
  public record Bounds(
      @Nullable BigInteger min,
      @Nullable BigInteger max,
      @Nullable BigInteger remaining,
      @Nullable Instant resets) {
    /** No bounds. */
    public static final Bounds NONE = new Bounds(null, null, null, null);
  }

  /**
   * The part of a count that is not settled yet.
   *
   * @param count the sum of the deltas
   * @param events how many events
   */
  public record Tail(BigInteger count, BigInteger events) {}
}
