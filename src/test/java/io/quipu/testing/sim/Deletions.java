package io.quipu.testing.sim;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.namespace.DeleteOutcome;
import io.quipu.engine.namespace.PurgeOutcome;
import io.quipu.engine.namespace.PutOutcome;
import io.quipu.testing.sim.cassandra.Cluster;
import io.quipu.testing.sim.cassandra.SimulatedErasure;
import io.quipu.testing.sim.cassandra.SimulatedNamespaceStore;
import io.quipu.testing.sim.core.Ability;
import io.quipu.testing.sim.core.Mishap;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Somebody who purges counters, and deletes their namespace and creates it again. */
final class Deletions {
  /** Within how much true time all must be gone once nothing goes wrong any more. */
  private static final long GONE_WITHIN = 150 * SeededRandom.SECOND;

  /** Conditional writes take effect within less, and lookups are cached for less. */
  private static final long KNOWN_WITHIN = 120 * SeededRandom.SECOND;

  /**
   * A purge takes effect within less, or never: it holds for a minute by clocks of any rate, may
   * begin late in a process that is paused, and is looked at by all now and then.
   */
  private static final long DECIDED_WITHIN = 160 * SeededRandom.SECOND;

  private static final long QUIET_FROM = 60 * SeededRandom.SECOND;
  private static final long QUIET_UNTIL = 300 * SeededRandom.SECOND;

  private final World world;
  private final Scenario scenario;
  private final Cluster cluster;
  private final Fleet fleet;
  private final PromisedLives promised;
  private final SeededRandom random;
  private final Map<CounterName, Integer> lives = new HashMap<>();

  /** When each counter was last asked to be purged, in true time. */
  private final Map<CounterName, Long> asked = new HashMap<>();

  private boolean closed;

  private boolean wanted = true;

  Deletions(World world, Scenario scenario, Cluster cluster, Fleet fleet, PromisedLives promised) {
    this.world = world;
    this.scenario = scenario;
    this.cluster = cluster;
    this.fleet = fleet;
    this.promised = promised;
    this.random = world.random();
  }

  /** Plans what is deleted, if anything is. */
  void begin() {
    if (!scenario.deletes() || scenario.stress() == Stress.KEEPING) {
      return;
    }
    scenario.tagged().keySet().forEach(this::purgeLater);
    if (scenario.hasMappings()) {
      watchDecisions();
      return;
    }
    if (random.chance(0.4)) {
      world.timeline().after(random.between(0, scenario.nanos() / 3), this::deleteNamespace);
    }
  }

  /** Nothing more is deleted; the namespace is created again where it is not yet. */
  void close() {
    closed = true;
  }

  /** Holds each decision against when somebody has asked for it, once a second. */
  private void watchDecisions() {
    Optional<Namespace> now = decided();
    for (CounterName counter : scenario.tagged().keySet()) {
      CounterName life = counter.in(now.orElseThrow());
      if (life.purged() > lives.getOrDefault(counter, 0)
          && world.now() - asked.getOrDefault(counter, Long.MIN_VALUE / 2) > DECIDED_WITHIN) {
        world.mishap(life.stored() + " was begun by a purge that nobody has asked for lately");
      }
      lives.put(counter, life.purged());
    }
    world.timeline().after(SeededRandom.SECOND, this::watchDecisions);
  }

  private void purgeLater(CounterName counter) {
    long drawn = random.spread(SeededRandom.SECOND, scenario.nanos() / 2);
    long pause = scenario.hasMappings() ? afterQuiet(drawn) : drawn;
    world.timeline().after(pause, () -> purge(counter));
  }

  /** For minutes nobody purges anything, so that what is undecided gets old. */
  private long afterQuiet(long pause) {
    long at = world.now() + pause;
    return at < QUIET_FROM || at >= QUIET_UNTIL
        ? pause
        : QUIET_UNTIL - world.now() + random.spread(SeededRandom.SECOND, 60 * SeededRandom.SECOND);
  }

  private Optional<Namespace> decided() {
    return SimulatedNamespaceStore.decided(cluster, KnownNamespaces.NAME);
  }

  private void purge(CounterName counter) {
    if (closed) {
      return;
    }
    Instance instance = fleet.any();
    Optional<Namespace> before = decided();
    if (instance.machine().alive() && before.isPresent()) {
      CounterName ends = counter.in(before.get());
      world.trace().note("client", () -> "purges " + ends);
      asked.put(counter, world.now());
      instance
          .purge(counter)
          .whenComplete(
              (outcome, failure) -> {
                world.trace().note("client", () -> "is told " + outcome + " of " + ends);
                if (outcome instanceof PurgeOutcome.Purging) {
                  promised.purged(ends);
                  world.met().used(Ability.PURGE);
                  world.met().struck(Mishap.CHANGE);
                }
              });
    }
    purgeLater(counter);
  }

  private void deleteNamespace() {
    Instance instance = fleet.any();
    if (!instance.machine().alive()) {
      world.timeline().after(SeededRandom.SECOND, this::deleteNamespace);
      return;
    }
    wanted = false;
    boolean[] told = {false};
    instance
        .deleteNamespace()
        .whenComplete(
            (outcome, failure) -> {
              world.trace().note("client", () -> "is told " + outcome + " of the namespace");
              told[0] = true;
              if (outcome instanceof DeleteOutcome.Deleting) {
                world.timeline().after(SeededRandom.SECOND, this::create);
              } else {
                world.timeline().after(SeededRandom.SECOND, this::deleteNamespace);
              }
            });
    world
        .timeline()
        .after(
            20 * SeededRandom.SECOND,
            () -> {
              if (!told[0] && !wanted) {
                told[0] = true;
                create();
              }
            });
  }

  /** Creates the namespace again, as soon as it can be. */
  private void create() {
    if (wanted) {
      return;
    }
    Instance instance = fleet.any();
    if (instance.machine().alive()) {
      instance
          .putNamespace()
          .whenComplete(
              (outcome, failure) -> {
                if (outcome instanceof PutOutcome.Created created && !wanted) {
                  wanted = true;
                  world.trace().note("client", () -> "has created " + created.namespace());
                  promised.created(created.namespace().life());
                  world.met().used(Ability.NEW_LIFE);
                  world.met().struck(Mishap.CHANGE);
                } else if (outcome instanceof PutOutcome.Kept) {
                  wanted = true;
                }
              });
    }
    world
        .timeline()
        .after(random.between(SeededRandom.SECOND, 4 * SeededRandom.SECOND), this::create);
  }

  /**
   * Lets time pass until every process knows the last purge; false if the namespace does not come
   * back.
   */
  boolean awaitKnown() {
    if (!scenario.deletes()) {
      return true;
    }
    long deadline = world.now() + 5 * KNOWN_WITHIN;
    Optional<Namespace> before = Optional.empty();
    while (world.now() < deadline && (before.isEmpty() || !before.equals(decided()))) {
      SimulatedNamespaceStore.finish(cluster, KnownNamespaces.NAME);
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

  /** The life that a counter has in the end. */
  CounterName last(CounterName counter) {
    return counter.in(decided().orElseThrow());
  }

  /** Holds against each other what was deleted and what is left, when all had time enough. */
  void check(History history, Checker checker) {
    List<CounterName> over = new ArrayList<>();
    for (CounterName counter : scenario.tagged().keySet()) {
      CounterName last = last(counter);
      history.lives(counter).stream().filter(life -> !life.equals(last)).forEach(over::add);
    }
    long deadline = world.now() + GONE_WITHIN;
    List<String> left = left(history, over);
    while (!left.isEmpty() && world.now() < deadline) {
      world.timeline().runUntil(world.now() + 2 * SeededRandom.SECOND);
      left = left(history, over);
    }
    cluster.deliverHints();
    cluster.decideAll();
    left = left(history, over);
    if (!left.isEmpty()) {
      checker.violated("something is left of what was deleted", left.subList(0, 1));
    }
  }

  private List<String> left(History history, List<CounterName> over) {
    List<String> left = new ArrayList<>();
    for (CounterName life : over) {
      Set<UUID> rows = history.acknowledgedRows(life.named());
      left.addAll(
          SimulatedErasure.left(
              cluster, scenario.layout().seed(), life.stored(), life.name(), rows));
    }
    return left;
  }
}
