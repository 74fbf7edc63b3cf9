package io.quipu.client;

import java.time.Instant;

/**
 * The result of a sketch in a range of time: of all of its values, not the sum of its windows.
 *
 * @param from inclusive
 * @param to exclusive
 * @param settled whether nothing can change it any more
 * @param previous of the range before; null unless it was asked for
 */
public record SketchTotal(
    Instant from, Instant to, Sketch sketch, boolean settled, @Nullable SketchTotal previous) {}
