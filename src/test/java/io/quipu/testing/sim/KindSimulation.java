package io.quipu.testing.sim;

import io.quipu.testing.sim.cassandra.Cluster;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.MachineClock;
import io.quipu.testing.sim.core.Met;
import io.quipu.testing.sim.core.Mishap;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** One run of the counters of one kind, drawn from a seed. It replays identically. */
public abstract class KindSimulation<P extends SimulatedProcess> {
  protected static final int INSTANCES = 3;

  protected final World world;
  protected final Cluster cluster;
  protected final Supplier<Protocol> protocol;

  /** As they are at any time. */
  protected final List<P> instances = new ArrayList<>();

  private int started;

  protected KindSimulation(long seed, boolean traced, Supplier<Protocol> protocol) {
    this.world = new World(seed, traced);
    this.cluster = new Cluster(world);
    this.protocol = protocol;
  }

  /**
   * What a run found.
   *
   * @param violations empty if all is well
   */
  public record Result(
      long seed,
      int recorded,
      int refused,
      int unknown,
      Set<Met.Cell> met,
      List<String> violations,
      List<String> trace) {
    boolean passed() {
      return violations.isEmpty();
    }
  }

  /** Runs it, with what may go wrong or without. */
  protected final Result watched(long seed, boolean faults) {
    DefectLog.watch(world);
    try {
      return run(seed, faults);
    } catch (IllegalStateException impossible) {
      return new Result(
          seed,
          0,
          0,
          0,
          world.met().cells(),
          List.of("stored what cannot be: a fact twice: " + impossible.getMessage()),
          world.trace().lines());
    } finally {
      DefectLog.unwatch();
    }
  }

  protected abstract Result run(long seed, boolean faults);

  /** A process that has begun. */
  protected abstract P begun(Machine machine, Protocol given);

  protected final void startAll() {
    for (int i = 0; i < INSTANCES; i++) {
      instances.add(start());
    }
  }

  private P start() {
    MachineClock clock = clock();
    started++;
    return begun(new Machine(world, "quipu-" + started, clock), protocol.get());
  }

  /** The clocks of the next process. */
  protected MachineClock clock() {
    return MachineClock.drawn(world.timeline(), world.random());
  }

  /** Ends a process, and starts another in its place. */
  protected final void kill(int place) {
    Machine before = instances.get(place).machine();
    world.trace().note(before.name(), () -> "is killed");
    world.met().struck(Mishap.CRASH);
    before.crash();
    replace(place, before);
  }

  /** Starts another in the place of one that ends. */
  protected final void replace(int place, Machine before) {
    world
        .timeline()
        .after(
            world.random().spread(SeededRandom.SECOND / 10, 3 * SeededRandom.SECOND),
            () -> {
              if (instances.get(place).machine() == before) {
                instances.set(place, start());
              }
            });
  }
}
