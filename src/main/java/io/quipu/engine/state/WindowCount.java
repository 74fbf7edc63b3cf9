package io.quipu.engine.state;

import io.quipu.engine.windows.TimeRange;

/**
 * The count of one window of a counter.
 *
 * @param settled true if no acknowledged event can appear in the window later
 */
public record WindowCount(TimeRange window, Tally tally, boolean settled) {}
