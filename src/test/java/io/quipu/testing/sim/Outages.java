package io.quipu.testing.sim;

import io.quipu.testing.sim.cassandra.Cluster;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.Mishap;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.function.Consumer;

/** What goes wrong in one run, until it is told to end. */
public abstract class Outages {
  protected final World world;
  protected final Cluster cluster;
  protected final SeededRandom random;
  private final List<? extends SimulatedProcess> processes;
  private final long least;
  private final long most;
  private boolean over;

  /**
   * @param processes as they are at any time
   * @param least nanoseconds between one thing that goes wrong and the next
   */
  protected Outages(
      World world,
      Cluster cluster,
      List<? extends SimulatedProcess> processes,
      long least,
      long most) {
    this.world = world;
    this.cluster = cluster;
    this.random = world.random();
    this.processes = processes;
    this.least = least;
    this.most = most;
  }

  /** Has something go wrong, perhaps with a process. */
  protected abstract void strike(int place);

  /** The nanoseconds for which a writer is heard, at the rate of true time. */
  protected abstract long lease();

  /** Sets the network to what it is at most times. */
  protected abstract void calm();

  public final void begin() {
    ordinary();
    next();
  }

  /** From now on nothing goes wrong any more; what is under way passes. */
  public void end() {
    over = true;
    world.network().calm();
    cluster.startAll();
    cluster.crashPoints().disarm();
    world.trace().note("CHAOS", () -> "is over");
  }

  protected final boolean isOver() {
    return over;
  }

  private void next() {
    world.timeline().after(random.between(least, most), this::strike);
  }

  private void strike() {
    if (!over) {
      noteClocks();
      strike(random.below(processes.size()));
      next();
    }
  }

  private void noteClocks() {
    LongSummaryStatistics walls =
        processes.stream()
            .mapToLong(process -> process.machine().clock().wallMicros())
            .summaryStatistics();
    Duration apart = Duration.of(walls.getMax() - walls.getMin(), ChronoUnit.MICROS);
    if (apart.compareTo(Duration.ofHours(1)) >= 0) {
      world.met().struck(Mishap.HOURS);
    }
    if (apart.compareTo(Duration.ofDays(1)) >= 0) {
      world.met().struck(Mishap.DAYS);
    }
  }

  private void ordinary() {
    if (!over) {
      calm();
    }
  }

  /** A bad network for a while, of up to so many nanoseconds. */
  protected final void storm(
      double lost,
      double slow,
      double verySlow,
      double missed,
      double refused,
      double late,
      long most) {
    world.trace().note("CHAOS", () -> "network storm");
    world.network().set(lost, slow, verySlow, missed, refused, late);
    world.timeline().after(random.spread(SeededRandom.SECOND / 2, most), this::ordinary);
  }

  protected final void pause(int place, long nanos) {
    note(place, "is paused for " + nanos / SeededRandom.MILLI + " ms");
    if (nanos > lease()) {
      world.met().struck(Mishap.PAUSE);
    }
    machine(place).pause(nanos);
  }

  protected final void setWall(int place, long nanos) {
    note(place, "has its wall clock set to " + nanos / SeededRandom.SECOND + " s ahead");
    machine(place).clock().setWall(nanos);
  }

  protected final void cutOff(int place, long nanos) {
    during(place, "is cut off", nanos, machine(place)::cutOff);
  }

  /** Its conditional writes are lost, all else passes: it is not heard of, and goes on. */
  protected final void silence(int place, long nanos) {
    during(place, "is not heard of", nanos, machine(place)::unheard);
  }

  private void during(int place, String what, long nanos, Consumer<Boolean> state) {
    note(place, what + " for " + nanos / SeededRandom.MILLI + " ms");
    state.accept(true);
    world.timeline().after(nanos, () -> state.accept(false));
  }

  /** Requests pass, their answers are slow. */
  protected final void lag(int place, long slowest, long nanos) {
    Machine machine = machine(place);
    note(place, "has answers up to " + slowest / SeededRandom.MILLI + " ms late");
    machine.lag(slowest);
    world.timeline().after(nanos, () -> machine.lag(0));
  }

  private Machine machine(int place) {
    return processes.get(place).machine();
  }

  private void note(int place, String what) {
    world.trace().note(machine(place).name(), () -> what);
  }
}
