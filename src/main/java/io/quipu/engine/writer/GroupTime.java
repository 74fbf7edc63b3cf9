package io.quipu.engine.writer;

import io.quipu.engine.time.Clock;
import io.quipu.engine.windows.EventTime;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The time from which a writer mints timeuuids. At its first join, the process takes the time from
 * live members of the group, or from the wall clock if there are none. From then on, the monotonic
 * clock of the process advances the time, and the time moves forward to the time of members that
 * are ahead. Later jumps of the wall clock have no effect on the time.
 *
 * <p>Shared by the contexts of a process. The time never moves backwards.
 */
public final class GroupTime {
  private final Clock clock;
  private final long origin;
  private final AtomicLong base;

  /** Creates a group time that is {@code now} at this moment. */
  public GroupTime(Clock clock, EventTime now) {
    this.clock = clock;
    this.origin = clock.monotonicNanos();
    this.base = new AtomicLong(now.ticks());
  }

  public EventTime now() {
    return new EventTime(Math.min(EventTime.MAX.ticks(), base.get() + elapsed()));
  }

  /** Moves group time forward to {@code time}, if {@code time} is later. */
  public void pullForward(EventTime time) {
    long needed = time.ticks() - elapsed();
    base.accumulateAndGet(needed, Math::max);
  }

  /** Group time minus the time of the wall clock, in seconds. */
  public double secondsAheadOfWall() {
    return (double) (now().ticks() - clock.wall().ticks()) / EventTime.TICKS_PER_SECOND;
  }

  private long elapsed() {
    return (clock.monotonicNanos() - origin) / 100;
  }
}
