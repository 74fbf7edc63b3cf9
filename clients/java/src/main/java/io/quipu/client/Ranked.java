package io.quipu.client;

import java.math.BigInteger;

/**
 * A counter of a ranking or a list, with what is settled.
 *
 * @param counter its name
 * @param count its settled count; of kind {@code sketch} null
 * @param events its settled events
 * @param estimate of kind {@code sketch} what it is estimated to be; null of other kinds, and where
 *     the state of the sketch is no single number
 */
public record Ranked(
    String counter, @Nullable BigInteger count, BigInteger events, @Nullable Estimate estimate) {}
