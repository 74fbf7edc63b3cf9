package io.quipu.client;

import java.math.BigInteger;
import java.time.Instant;

/**
 * The answer to an {@link Increment}.
 *
 * @param count the value after it, which no other increment of the counter has
 * @param remaining what may be added until the period ends; null without a period
 * @param resets when the period ends, and the count begins again at 0; null without a period
 */
public record Incremented(
    BigInteger count, @Nullable BigInteger remaining, @Nullable Instant resets) {}
