package io.quipu.engine.writer;

import java.time.Duration;

/**
 * The settings of a writer's lease.
 *
 * @param lease how long it may acknowledge after a heartbeat
 * @param heartbeat pause between heartbeats, and between looks at the group; a small part of the
 *     lease
 * @param settles whether this process takes part in checkpointing
 */
public record WriterSettings(Duration lease, Duration heartbeat, boolean settles) {
  /** The number of leases for which a writer must be seen silent before it may be declared dead. */
  static final int LEASES_UNTIL_DEAD = 3;

  /** The distance between a wall clock and the group's beyond which the group's time is taken. */
  static final Duration TOLERANCE = Duration.ofSeconds(2);
}
