package io.quipu.client;

import java.math.BigInteger;
import java.time.Instant;

/**
 * The sum of a counter in one minute, hour, day, week, month or year.
 *
 * @param start inclusive
 * @param end exclusive
 * @param count the sum of the deltas
 * @param events how many events; negative where a reset took more away
 * @param settled whether nothing can change it any more
 */
public record Window(
    Instant start, Instant end, BigInteger count, BigInteger events, boolean settled) {}
