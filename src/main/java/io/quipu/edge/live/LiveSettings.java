package io.quipu.edge.live;

import java.time.Duration;

/**
 * Bounds and paces of live connections.
 *
 * @param ping how often a connection is shown to be alive; after {@value Keepalive#SILENT_PERIODS}
 *     silent periods it is closed
 * @param connections most live connections of a process
 * @param subscriptions most subscriptions over all connections of one HTTP instance
 * @param requests most requests of one connection that may be under way; it is not read meanwhile
 * @param watchTimeout how long to wait for a snapshot
 * @param watchRetry the pause before a snapshot that failed is asked for again
 */
public record LiveSettings(
    Duration ping,
    int connections,
    int subscriptions,
    int requests,
    Duration watchTimeout,
    Duration watchRetry) {
  public static final LiveSettings DEFAULT =
      new LiveSettings(
          Duration.ofSeconds(20),
          20_000,
          200_000,
          1_000,
          Duration.ofSeconds(10),
          Duration.ofSeconds(1));
}
