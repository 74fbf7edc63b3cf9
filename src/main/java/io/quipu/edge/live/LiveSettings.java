package io.quipu.edge.live;

import java.time.Duration;

/**
 * The bounds and times of live connections.
 *
 * @param ping the period of pings; at the end of a period, a WebSocket is closed if its client was
 *     silent for {@value Keepalive#SILENT_PERIODS} periods
 * @param connections the maximum number of live connections of a process
 * @param subscriptions the maximum number of subscriptions of all connections of one HTTP instance
 * @param requests the number of unanswered requests at which a connection is not read any more
 * @param watchTimeout the longest wait for a snapshot, or for the counters of a prefix
 * @param watchRetry the pause after a failed request for a snapshot
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
