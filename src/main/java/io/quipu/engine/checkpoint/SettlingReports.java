package io.quipu.engine.checkpoint;

import io.quipu.engine.checkpoint.collect.CollectionMeters;
import io.quipu.ops.trace.Tracing;

/**
 * Meters and traces of the settling and the collection of a process.
 *
 * @param tracing for the spans of the turns of pages
 */
public record SettlingReports(
    CheckpointMeters meters, CollectionMeters collection, Tracing tracing) {}
