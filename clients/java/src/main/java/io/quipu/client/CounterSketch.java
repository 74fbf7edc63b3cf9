package io.quipu.client;

/**
 * The result of all values of a counter of kind {@code sketch}, with the name of the counter.
 *
 * @param namespace where the counter is
 * @param counter its name
 * @param sketch of all values that were acknowledged before it was asked for
 */
public record CounterSketch(String namespace, String counter, Sketch sketch) {}
