package io.quipu.engine.checkpoint;

import java.time.Duration;

/**
 * How a process settles and collects.
 *
 * @param period pause between rounds
 */
public record SettlingSettings(Duration period) {}
