package io.quipu.client;

import java.time.Instant;

/**
 * The result of a sketch in one hour, day, week, month or year.
 *
 * @param start inclusive
 * @param end exclusive
 * @param settled whether nothing can change it any more
 */
public record SketchWindow(Instant start, Instant end, Sketch sketch, boolean settled) {}
