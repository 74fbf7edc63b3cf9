package io.quipu.engine.writer;

import java.time.Duration;

/**
 * The settings of a writer's lease.
 *
 * @param lease the time from the sending of a heartbeat for which the writer may acknowledge
 * @param heartbeat the pause between heartbeats, and between looks at the group; a small part of
 *     the lease
 * @param settles whether this process takes part in checkpointing
 */
public record WriterSettings(Duration lease, Duration heartbeat, boolean settles) {
  /** The silence, in leases of a writer, after which the writer may be declared dead. */
  static final int LEASES_UNTIL_DEAD = 3;

  /** The lead over the members' time up to which a first join uses its own wall clock. */
  static final Duration TOLERANCE = Duration.ofSeconds(2);
}
