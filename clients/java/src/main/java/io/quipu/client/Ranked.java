package io.quipu.client;

import java.math.BigInteger;

/**
 * One of the largest counters, by what is settled.
 *
 * @param counter its name
 * @param count its settled count
 * @param events its settled events
 */
public record Ranked(String counter, BigInteger count, BigInteger events) {}
