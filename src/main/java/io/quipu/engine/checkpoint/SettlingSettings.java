package io.quipu.engine.checkpoint;

import java.time.Duration;

/**
 * The settings of settling and collecting in a process.
 *
 * @param period pause between rounds
 */
public record SettlingSettings(Duration period) {}
