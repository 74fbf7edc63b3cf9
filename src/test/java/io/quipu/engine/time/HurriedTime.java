package io.quipu.engine.time;

import io.quipu.engine.windows.EventTime;
import java.time.Duration;

/**
 * Time in which nobody waits: what is to run later runs at once, and the time until then is over.
 */
public final class HurriedTime implements Scheduler, Clock {
  private final HandDrivenTime time = new HandDrivenTime();

  @Override
  public void execute(Runnable task) {
    task.run();
  }

  @Override
  public Cancellable after(Duration delay, Runnable task) {
    time.pass(delay);
    task.run();
    return () -> {};
  }

  public void pass(Duration span) {
    time.pass(span);
  }

  @Override
  public long monotonicNanos() {
    return time.monotonicNanos();
  }

  @Override
  public EventTime wall() {
    return time.wall();
  }
}
