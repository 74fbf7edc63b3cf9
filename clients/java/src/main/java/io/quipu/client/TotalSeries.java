package io.quipu.client;

import java.util.Map;

/**
 * The sum of one series of a counter in a range of time.
 *
 * @param labels the value of each label of the breakdown; empty where events did not have it
 * @param total the sum
 */
public record TotalSeries(Map<String, String> labels, Total total) {}
