package io.quipu.client;

import java.math.BigInteger;
import java.util.Map;

/**
 * The count of one series of a counter.
 *
 * @param labels the value of each label of the breakdown; empty where events did not have it
 * @param count the sum of the deltas; it has no limit
 * @param events how many events
 */
public record Series(Map<String, String> labels, BigInteger count, BigInteger events) {}
