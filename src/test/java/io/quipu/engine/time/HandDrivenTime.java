package io.quipu.engine.time;

import io.quipu.engine.windows.EventTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Time that passes only when a test says so; tasks run in the order in which they fall due. */
public final class HandDrivenTime implements Scheduler, Clock {
  private static final Instant ORIGIN = Instant.parse("2026-01-01T12:00:00Z");

  private final List<Task> tasks = new ArrayList<>();
  private long nanos;
  private long order;
  private Duration wallJump = Duration.ZERO;

  private record Task(long due, long order, Runnable run) {}

  @Override
  public void execute(Runnable task) {
    add(0, task);
  }

  @Override
  public Cancellable after(Duration delay, Runnable task) {
    Task added = add(delay.toNanos(), task);
    return () -> tasks.remove(added);
  }

  private Task add(long delay, Runnable task) {
    Task added = new Task(nanos + delay, order++, task);
    tasks.add(added);
    return added;
  }

  /** Lets time pass, running what falls due on the way. */
  public void pass(Duration span) {
    long end = nanos + span.toNanos();
    while (true) {
      Task next =
          tasks.stream()
              .filter(task -> task.due <= end)
              .min(Comparator.comparingLong(Task::due).thenComparingLong(Task::order))
              .orElse(null);
      if (next == null) {
        break;
      }
      tasks.remove(next);
      nanos = Math.max(nanos, next.due);
      next.run.run();
    }
    nanos = end;
  }

  public void passMillis(long millis) {
    pass(Duration.ofMillis(millis));
  }

  /** Moves the wall clock, and nothing else, forward or back. */
  public void jumpWall(Duration jump) {
    wallJump = wallJump.plus(jump);
  }

  /** A clock of a machine whose wall clock is off; tasks are still run by this one. */
  public Clock withWallOff(Duration by) {
    HandDrivenTime real = this;
    return new Clock() {
      @Override
      public long monotonicNanos() {
        return real.monotonicNanos();
      }

      @Override
      public EventTime wall() {
        return EventTime.of(real.wall().instant().plus(by));
      }
    };
  }

  /** How many tasks wait. */
  public int waiting() {
    return tasks.size();
  }

  @Override
  public long monotonicNanos() {
    return nanos;
  }

  @Override
  public EventTime wall() {
    return EventTime.of(ORIGIN.plusNanos(nanos).plus(wallJump));
  }
}
