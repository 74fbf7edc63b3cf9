package io.quipu.client;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of a client, all daemons. What is due runs on a pool, as it may call callers back,
 * who may block.
 */
final class Timers {
  private static final ThreadFactory THREADS =
      task -> {
        Thread thread = new Thread(task, "quipu-client");
        thread.setDaemon(true);
        return thread;
      };

  private final ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(1, THREADS);

  // never shut down: its threads end by themselves when they have had nothing to do for a minute,
  // or, once it is closed, for no time
  private final ThreadPoolExecutor pool =
      new ThreadPoolExecutor(
          0, Integer.MAX_VALUE, 1, TimeUnit.MINUTES, new SynchronousQueue<>(), THREADS);

  Timers() {
    clock.setRemoveOnCancelPolicy(true);
  }

  Executor executor() {
    return pool;
  }

  /**
   * Runs a task later; after {@link #close()} never.
   *
   * @return what makes it not run
   */
  Runnable after(Duration delay, Runnable task) {
    try {
      Future<?> due =
          clock.schedule(
              () -> pool.execute(task), Math.max(0, delay.toNanos()), TimeUnit.NANOSECONDS);
      return () -> due.cancel(false);
    } catch (RejectedExecutionException e) {
      return () -> {};
    }
  }

  void close() {
    clock.shutdownNow();
    pool.setKeepAliveTime(0, TimeUnit.MINUTES);
  }
}
