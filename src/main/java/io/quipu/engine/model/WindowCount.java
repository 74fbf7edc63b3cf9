package io.quipu.engine.model;

/**
 * What one window of a counter comes to.
 *
 * @param settled true when no acknowledged event can still appear in it
 */
public record WindowCount(Window window, Tally tally, boolean settled) {}
