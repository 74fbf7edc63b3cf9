package io.quipu.edge.live;

import java.time.Duration;

/**
 * Bounds and paces of live connections.
 *
 * @param ping the period of pings; a WebSocket is closed after {@value Keepalive#SILENT_PERIODS}
 *     silent periods
 * @param connections most live connections of a process
 * @param subscriptions most subscriptions over all connections of one HTTP instance
 * @param requests most requests under way of one connection; at this number reading stops
 * @param watchTimeout the longest wait for a snapshot
 * @param watchRetry the pause before a new request for a snapshot that failed
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
