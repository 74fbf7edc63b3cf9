package io.quipu.client;

import java.math.BigInteger;
import java.time.Instant;

/**
 * The sum of a counter in a range of time.
 *
 * @param from inclusive
 * @param to exclusive
 * @param count the sum of the deltas
 * @param events how many events; negative where a reset took more away
 * @param settled whether nothing can change it any more
 * @param previous the sum of the range before; null unless it was asked for
 */
public record Total(
    Instant from,
    Instant to,
    BigInteger count,
    BigInteger events,
    boolean settled,
    @Nullable Total previous) {}
