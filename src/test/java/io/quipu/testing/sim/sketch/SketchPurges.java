package io.quipu.testing.sim.sketch;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.namespace.DeleteOutcome;
import io.quipu.engine.namespace.PurgeOutcome;
import io.quipu.engine.namespace.PutOutcome;
import io.quipu.testing.sim.PromisedLives;
import io.quipu.testing.sim.cassandra.Cluster;
import io.quipu.testing.sim.cassandra.SimulatedNamespaceStore;
import io.quipu.testing.sim.cassandra.SimulatedSketchStore;
import io.quipu.testing.sim.core.Ability;
import io.quipu.testing.sim.core.Mishap;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Somebody who resets counters, which are purges of this kind, and in some runs deletes their
 * namespace, and creates it again.
 */
final class SketchPurges {
  /**
   * Conditional writes take effect within less, and settings are used for less, once all is calm.
   */
  private static final long KNOWN_WITHIN = 30 * SeededRandom.SECOND;

  private final World world;
  private final SeededRandom random;
  private final Cluster cluster;
  private final List<SketchInstance> instances;
  private final PurgedSketchLoad load;
  private final PromisedLives promised;
  private final String name;
  private boolean closed;
  private boolean wanted = true;

  SketchPurges(
      World world,
      Cluster cluster,
      List<SketchInstance> instances,
      PurgedSketchLoad load,
      PromisedLives promised,
      String name) {
    this.world = world;
    this.random = world.random();
    this.cluster = cluster;
    this.instances = instances;
    this.load = load;
    this.promised = promised;
    this.name = name;
  }

  void begin() {
    for (int i = 0; i < 3; i++) {
      purgeLater();
    }
    if (random.chance(0.3)) {
      world
          .timeline()
          .after(random.between(SeededRandom.SECOND, 20 * SeededRandom.SECOND), this::delete);
    }
  }

  void close() {
    closed = true;
  }

  private Optional<Namespace> decided() {
    return SimulatedNamespaceStore.decided(cluster, name);
  }

  private void purgeLater() {
    world
        .timeline()
        .after(random.spread(SeededRandom.SECOND, 15 * SeededRandom.SECOND), this::purge);
  }

  private void purge() {
    if (closed) {
      return;
    }
    Optional<Namespace> before = decided();
    if (before.isPresent()) {
      CounterName counter = load.anyCounter();
      CounterName ends = counter.in(before.get());
      world.trace().note("client", () -> "purges " + ends.stored() + " " + ends.name());
      random
          .pick(instances)
          .purge(
              counter,
              outcome -> {
                world.trace().note("client", () -> "is told " + outcome);
                if (outcome instanceof PurgeOutcome.Purging) {
                  promised.purged(ends);
                  world.met().used(Ability.PURGE);
                  world.met().struck(Mishap.CHANGE);
                }
              });
    }
    purgeLater();
  }

  private void delete() {
    wanted = false;
    random
        .pick(instances)
        .deleteNamespace(
            outcome -> {
              world.trace().note("client", () -> "is told " + outcome + " of the namespace");
              if (!(outcome instanceof DeleteOutcome.Deleting) && !wanted) {
                world.timeline().after(SeededRandom.SECOND, this::delete);
              }
            });
    world.timeline().after(5 * SeededRandom.SECOND, this::create);
  }

  /** Creates the namespace again, as soon as it can be. */
  private void create() {
    if (wanted) {
      return;
    }
    random
        .pick(instances)
        .createNamespace(
            outcome -> {
              if (outcome instanceof PutOutcome.Created created && !wanted) {
                wanted = true;
                promised.created(created.namespace().life());
                world.met().used(Ability.NEW_LIFE);
                world.met().struck(Mishap.CHANGE);
              } else if (outcome instanceof PutOutcome.Kept) {
                wanted = true;
              }
            });
    world
        .timeline()
        .after(random.between(SeededRandom.SECOND, 4 * SeededRandom.SECOND), this::create);
  }

  /** Lets time pass until every process knows the last purge; false if there is no namespace. */
  boolean awaitKnown() {
    Optional<Namespace> before = Optional.empty();
    for (int i = 0; i < 20 && (before.isEmpty() || !before.equals(decided())); i++) {
      SimulatedNamespaceStore.finish(cluster, name);
      before = decided();
      if (before.isEmpty() && wanted) {
        // a deletion whose outcome was unknown was decided after all
        wanted = false;
        create();
      }
      world.timeline().runUntil(world.now() + KNOWN_WITHIN);
    }
    return before.isPresent() && before.equals(decided());
  }

  /** What is left of lives that are over. */
  List<String> left(Collection<CounterName> lives) {
    Namespace last = decided().orElseThrow();
    return lives.stream()
        .filter(life -> !life.equals(life.named().in(last)))
        .flatMap(life -> SimulatedSketchStore.left(cluster, life).stream())
        .toList();
  }
}
