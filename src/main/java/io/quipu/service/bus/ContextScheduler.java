package io.quipu.service.bus;

import io.quipu.engine.time.Scheduler;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Runs tasks on one Vert.x context. {@link #after} must be called on that context, because a timer
 * of Vert.x fires on the context that sets the timer.
 */
public final class ContextScheduler implements Scheduler {
  private final Context context;
  private final Vertx vertx;

  public ContextScheduler(Context context) {
    this.context = context;
    this.vertx = context.owner();
  }

  @Override
  public void execute(Runnable task) {
    context.runOnContext(now -> task.run());
  }

  @Override
  public Cancellable after(Duration delay, Runnable task) {
    // rounded up, so that the task does not run before the delay has passed
    long millis = TimeUnit.NANOSECONDS.toMillis(delay.toNanos() + 999_999);
    long timer = vertx.setTimer(Math.max(1, millis), fired -> task.run());
    return () -> vertx.cancelTimer(timer);
  }
}
