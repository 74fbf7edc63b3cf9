package io.quipu.testing.e2e;

import io.quipu.engine.time.Clock;
import io.quipu.engine.windows.EventTime;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** The clocks of this machine, ahead by as much as a test has moved them on. */
public final class MovedClock implements Clock {
  private final Clock system = Clock.system();
  private final AtomicLong aheadNanos = new AtomicLong();

  public void moveOn(Duration time) {
    aheadNanos.addAndGet(time.toNanos());
  }

  @Override
  public long monotonicNanos() {
    return system.monotonicNanos() + aheadNanos.get();
  }

  @Override
  public EventTime wall() {
    return system.wall().plusTicks(aheadNanos.get() / 100);
  }
}
