package io.quipu.engine.writer;

import java.time.Duration;

/**
 * How a writer keeps its lease.
 *
 * @param lease how long it may acknowledge after a heartbeat
 * @param heartbeat pause between heartbeats, and between looks at the group; a small part of the
 *     lease
 * @param settles whether this process takes part in checkpointing
 */
public record WriterSettings(Duration lease, Duration heartbeat, boolean settles) {
  /** How many leases a writer must be seen silent before it may be declared dead. */
  static final int LEASES_UNTIL_DEAD = 3;

  /** How far a wall clock may be from the group's before the group's time is taken instead. */
  static final Duration TOLERANCE = Duration.ofSeconds(2);
}
