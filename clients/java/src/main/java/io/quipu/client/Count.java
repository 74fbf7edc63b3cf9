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
 */
public record Count(
    String namespace,
    String counter,
    BigInteger count,
    BigInteger events,
    Settled settled,
    Tail tail) {

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
   * The part of a count that is not settled yet.
   *
   * @param count the sum of the deltas
   * @param events how many events
   */
  public record Tail(BigInteger count, BigInteger events) {}
}
