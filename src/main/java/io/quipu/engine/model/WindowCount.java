package io.quipu.engine.model;

/**
 * The count of one window of a counter.
 *
 * @param settled true when no acknowledged event can still appear in it
 */
public record WindowCount(Window window, Tally tally, boolean settled) {}
