package io.quipu.testing.sim.core;

import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * The true time of a simulated world, in nanoseconds from its beginning, and everything that is
 * still to happen. What falls on the same moment happens in the order in which it was planned, so
 * that a seed replays.
 */
public final class Timeline {
  private final PriorityQueue<PlannedTask> plans =
      new PriorityQueue<>(
          Comparator.comparingLong(PlannedTask::time).thenComparingLong(PlannedTask::order));
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

  /** Lets everything happen that is planned before {@code time}, and moves there. */
  public void runUntil(long time) {
    for (PlannedTask next = plans.peek(); next != null && next.time < time; next = plans.peek()) {
      plans.remove();
      now = next.time;
      next.task.run();
    }
    now = Math.max(now, time);
  }

  /** How many tasks were ever planned. */
  public long planned() {
    return planned;
  }

  private record PlannedTask(long time, long order, Runnable task) {}
}
