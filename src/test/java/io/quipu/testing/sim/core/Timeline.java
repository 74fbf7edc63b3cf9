package io.quipu.testing.sim.core;

import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.function.BooleanSupplier;

/**
 * The true time of a simulated world, in nanoseconds from its beginning, and everything that is
 * still to happen. What falls on the same moment happens in the order in which it was planned, so
 * that a seed replays.
 */
public final class Timeline {
  private final PriorityQueue<PlannedTask> plans = new PriorityQueue<>();
  private final Queue<PlannedTask> expiries = new ArrayDeque<>();
  private long lastExpiry;
  private long now;
  private long planned;

  public long now() {
    return now;
  }

  /** Has {@code task} run at {@code time}, or now if that is over. */
  public void at(long time, Runnable task) {
    plans.add(new PlannedTask(Math.max(now, time), planned++, task));
  }

  /** Has {@code task} run after {@code nanos}. */
  public void after(long nanos, Runnable task) {
    at(now + nanos, task);
  }

  /**
   * As {@link #after}, for what always comes after the same time, as timeouts do: most of what is
   * planned, and in order without a heap.
   */
  public void expire(long nanos, Runnable task) {
    long time = now + nanos;
    if (time < lastExpiry) {
      throw new IllegalArgumentException("timeouts of one length expire in order");
    }
    lastExpiry = time;
    expiries.add(new PlannedTask(time, planned++, task));
  }

  /** Where the next task is, if there is one. */
  private Queue<PlannedTask> next() {
    PlannedTask task = plans.peek();
    PlannedTask expiry = expiries.peek();
    return task == null || (expiry != null && expiry.compareTo(task) < 0) ? expiries : plans;
  }

  private boolean isDue(long time) {
    PlannedTask task = next().peek();
    return task != null && task.time < time;
  }

  /** Lets everything happen that is planned before {@code time}, and moves there. */
  public void runUntil(long time) {
    runUntil(time, () -> false);
  }

  /** As {@link #runUntil(long)}, but stays where it is as soon as {@code done} says so. */
  public void runUntil(long time, BooleanSupplier done) {
    while (!done.getAsBoolean() && isDue(time)) {
      PlannedTask task = next().remove();
      now = task.time;
      task.task.run();
    }
    if (!done.getAsBoolean()) {
      now = Math.max(now, time);
    }
  }

  /** How many tasks were ever planned. */
  public long planned() {
    return planned;
  }

  private record PlannedTask(long time, long order, Runnable task)
      implements Comparable<PlannedTask> {
    @Override
    public int compareTo(PlannedTask other) {
      int byTime = Long.compare(time, other.time);
      return byTime == 0 ? Long.compare(order, other.order) : byTime;
    }
  }
}
