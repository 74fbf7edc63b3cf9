package io.quipu.engine.writer;

import io.quipu.engine.model.EventTime;
import io.quipu.engine.time.Clock;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The time that a writer mints from: taken from the group when it joined, driven by its own
 * monotonic clock, and pulled forward by members that are ahead. The wall clock is not asked again,
 * so that its jumps reach nobody.
 *
 * <p>Shared by the contexts of a process; only ever moved forward.
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

  /** Moves on to {@code time} if that is later. */
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
