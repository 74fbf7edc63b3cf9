package io.quipu.engine.writer;

import io.quipu.engine.model.EventTime;
import io.quipu.engine.time.Clock;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The time from which a writer mints timeuuids. The writer takes the time from the group when it
 * joins, and then its own monotonic clock drives the time. Members that are ahead pull the time
 * forward. The wall clock is not read again, so that its jumps have no effect.
 *
 * <p>Shared by the contexts of a process; only moves forward.
 */
public final class GroupTime {
  private final Clock clock;
  private final long origin;
  private final AtomicLong base;

  /** Group time that reads {@code now} at this moment. */
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

  /** The distance of group time from the wall clock, in seconds; negative when behind. */
  public double secondsAheadOfWall() {
    return (double) (now().ticks() - clock.wall().ticks()) / EventTime.TICKS_PER_SECOND;
  }

  private long elapsed() {
    return (clock.monotonicNanos() - origin) / 100;
  }
}
