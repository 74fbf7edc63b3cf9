package io.quipu.lab.abuse;

import java.time.Duration;

/**
 * How much of everything.
 *
 * @param quiet how long honest clients are measured alone
 * @param attack how long an attack of connections lasts
 * @param crowd connections that trickle or do not read
 * @param connections connections that are only open
 * @param backlogIds events with ids of each counter of the backlog
 * @param recountIds events with ids of the counter that is recounted
 * @param queuedEvents events of 1 KB sent while Cassandra is frozen
 * @param frozen for how long it is
 * @param patience for the service to be ready again, and for a backlog to be settled
 */
record Scale(
    Duration quiet,
    Duration attack,
    int crowd,
    int connections,
    int backlogIds,
    int recountIds,
    int queuedEvents,
    Duration frozen,
    Duration patience) {
  static final int BACKLOG_COUNTERS = 64;

  static final Scale SHORT =
      new Scale(
          Duration.ofSeconds(8),
          Duration.ofSeconds(8),
          3_000,
          6_000,
          4_000,
          50_000,
          100_000,
          Duration.ofSeconds(6),
          Duration.ofMinutes(2));

  static final Scale LONG =
      new Scale(
          Duration.ofSeconds(30),
          Duration.ofSeconds(45),
          4_000,
          20_000,
          20_000,
          1_000_000,
          200_000,
          Duration.ofSeconds(12),
          Duration.ofMinutes(15));
}
