package io.quipu.client;

import java.time.Duration;

/**
 * An attempt that failed, and will be made again.
 *
 * @param why a {@link NotSentException} where nothing was sent
 * @param pause until the next attempt
 * @param left until no more are made
 */
public record Retry(QuipuException why, Duration pause, Duration left) {}
