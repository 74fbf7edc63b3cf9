package io.quipu.testing.sim.core;

import io.quipu.engine.time.Scheduler;
import java.time.Duration;

/**
 * One process from its start to its end: it runs one task at a time, may be paused, in which case
 * all that falls due waits, and loses everything when it crashes.
 */
public final class Machine implements Scheduler {
  private final World world;
  private final String name;
  private final MachineClock clock;
  private long pausedUntil;
  private boolean dead;
  private boolean cutOff;
  private boolean unheard;
  private long lag;

  public Machine(World world, String name, MachineClock clock) {
    this.world = world;
    this.name = name;
    this.clock = clock;
  }

  public String name() {
    return name;
  }

  public MachineClock clock() {
    return clock;
  }

  public World world() {
    return world;
  }

  public boolean alive() {
    return !dead;
  }

  public boolean paused() {
    return pausedUntil > world.now();
  }

  /** Whether none of its messages reaches Cassandra at the moment. */
  public boolean cutOff() {
    return cutOff;
  }

  public void cutOff(boolean now) {
    cutOff = now;
  }

  /**
   * Whether none of its conditional writes reaches Cassandra at the moment, though all else does.
   */
  public boolean unheard() {
    return unheard;
  }

  public void unheard(boolean now) {
    unheard = now;
  }

  /** True nanoseconds that an answer to it takes at the moment, on top of what others take. */
  public long lag() {
    return lag == 0 ? 0 : world.random().between(lag / 8, lag);
  }

  /** What comes to it takes up to {@code nanos} longer from now on; what it sends does not. */
  public void lag(long nanos) {
    lag = nanos;
  }

  /** Ends it: none of its tasks runs any more, and no answer reaches it. */
  public void crash() {
    dead = true;
  }

  /** Nothing runs before {@code nanos} have passed; what falls due then runs in order. */
  public void pause(long nanos) {
    pausedUntil = Math.max(pausedUntil, world.now() + nanos);
  }

  @Override
  public void execute(Runnable task) {
    run(task, 0);
  }

  /** Runs {@code task} after {@code nanos} of true time. */
  public void run(Runnable task, long nanos) {
    world.timeline().after(nanos, () -> due(task));
  }

  /** As {@link #run}, for what always comes after the same time. */
  public void expire(long nanos, Runnable task) {
    world.timeline().expire(nanos, () -> due(task));
  }

  @Override
  public Cancellable after(Duration delay, Runnable task) {
    boolean[] cancelled = {false};
    Runnable unlessCancelled =
        () -> {
          if (!cancelled[0]) {
            task.run();
          }
        };
    run(
        unlessCancelled,
        clock.trueNanos(delay.toNanos()) + world.random().between(0, SeededRandom.MILLI));
    return () -> cancelled[0] = true;
  }

  private void due(Runnable task) {
    if (dead) {
      return;
    }
    if (paused()) {
      world.timeline().at(pausedUntil, () -> due(task));
      return;
    }
    try {
      task.run();
    } catch (RuntimeException thrown) {
      world.mishap(name + " threw " + thrown);
    }
  }
}
