package io.quipu.engine.writer;

import java.time.Duration;

/**
 * The settings of a writer's lease.
 *
 * @param lease the time after a heartbeat for which the writer may acknowledge
 * @param heartbeat the pause between heartbeats, and between looks at the group; a small part of
 *     the lease
 * @param settles whether this process takes part in checkpointing
 */
public record WriterSettings(Duration lease, Duration heartbeat, boolean settles) {
  /** The silence, in leases of a writer, after which the writer may be declared dead. */
  static final int LEASES_UNTIL_DEAD = 3;

  /** The lead of a wall clock over group time up to which a joining writer uses the wall clock. */
  static final Duration TOLERANCE = Duration.ofSeconds(2);
}
