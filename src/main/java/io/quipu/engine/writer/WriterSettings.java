package io.quipu.engine.writer;

import java.time.Duration;

/**
 * The settings of a writer's lease.
 *
 * @param lease the time from the sending of a heartbeat for which the writer may acknowledge
 * @param heartbeat the pause between heartbeats, and between looks at the group; a small part of
 *     the lease
 * @param settles whether this process takes part in checkpointing
 * @param watchers the number of live writers that look at all members; the same for a whole group
 */
public record WriterSettings(Duration lease, Duration heartbeat, boolean settles, int watchers) {
  /** With three, two may end at once, and somebody still looks at all. */
  private static final int USUAL_WATCHERS = 3;

  /** The silence, in leases of a writer, after which the writer may be declared dead. */
  static final int LEASES_UNTIL_DEAD = 3;

  /** The lead over the members' time up to which a first join uses its own wall clock. */
  static final Duration TOLERANCE = Duration.ofSeconds(2);

  /** Makes the settings of a group with the usual number of watchers. */
  public WriterSettings(Duration lease, Duration heartbeat, boolean settles) {
    this(lease, heartbeat, settles, USUAL_WATCHERS);
  }
}
