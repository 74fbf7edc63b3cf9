package io.quipu.testing.sim.sketch;

import io.quipu.engine.kinds.sketch.Shard;
import io.quipu.engine.writer.WriterSettings;
import io.quipu.testing.sim.DefectLog;
import io.quipu.testing.sim.cassandra.Cluster;
import io.quipu.testing.sim.cassandra.SimulatedSketchStore;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.MachineClock;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Supplier;

/** One run of sketches, drawn from a seed. It replays identically. */
final class SketchSimulation {
  private static final int INSTANCES = 3;

  /** So long nothing more goes wrong before the end is looked at: longer than a late write. */
  private static final long CALM = 90 * SeededRandom.SECOND;

  private final World world;
  private final Cluster cluster;
  private final Supplier<SketchProtocol> protocol;
  private final WriterSettings settings;
  private final boolean confirmed;
  private final List<SketchInstance> instances = new ArrayList<>();
  private final SketchLoad load;
  private int started;

  private SketchSimulation(long seed, boolean traced, Supplier<SketchProtocol> protocol) {
    this.world = new World(seed, traced);
    this.cluster = new Cluster(world);
    this.protocol = protocol;
    Duration lease = Duration.ofMillis(world.random().between(800L, 4_000L));
    this.settings = new WriterSettings(lease, lease.dividedBy(6), true);
    this.confirmed = world.random().chance(0.3);
    for (int i = 0; i < INSTANCES; i++) {
      instances.add(start());
    }
    this.load = new SketchLoad(world, instances);
  }

  /**
   * What a run found.
   *
   * @param violations empty if all is well
   */
  record Result(long seed, int recorded, int unknown, List<String> violations, List<String> trace) {
    boolean passed() {
      return violations.isEmpty();
    }
  }

  static Result run(long seed, boolean faults, boolean traced, Supplier<SketchProtocol> protocol) {
    SketchSimulation simulation = new SketchSimulation(seed, traced, protocol);
    DefectLog.watch(simulation.world);
    try {
      return simulation.run(seed, faults);
    } finally {
      DefectLog.unwatch();
    }
  }

  private SketchInstance start() {
    MachineClock clock = MachineClock.drawn(world.timeline(), world.random());
    started++;
    SketchInstance instance =
        new SketchInstance(
            cluster,
            new Machine(world, "quipu-" + started, clock),
            protocol.get(),
            settings,
            confirmed);
    instance.start();
    return instance;
  }

  private void kill(int place) {
    Machine before = instances.get(place).machine();
    world.trace().note(before.name(), () -> "is killed");
    before.crash();
    replace(place, before);
  }

  private void stop(int place) {
    SketchInstance before = instances.get(place);
    world.trace().note(before.machine().name(), () -> "stops");
    before.stop();
    replace(place, before.machine());
  }

  private void replace(int place, Machine before) {
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

  private Result run(long seed, boolean faults) {
    SketchChaos chaos = new SketchChaos(world, cluster, instances, this::kill, this::stop);
    load.begin();
    if (faults) {
      chaos.begin();
    }
    world
        .timeline()
        .runUntil(world.random().between(15 * SeededRandom.SECOND, 40 * SeededRandom.SECOND));
    load.close();
    chaos.end();
    for (int place = 0; place < INSTANCES - 1; place++) {
      kill(place);
    }
    world.timeline().runUntil(world.now() + CALM);
    cluster.deliverHints();
    cluster.decideAll();
    world.timeline().runUntil(world.now() + 20 * SeededRandom.SECOND);
    List<String> violations = new ArrayList<>(world.mishaps());
    int[] answers = {0};
    for (SketchLedger ledger : load.ledgers()) {
      long before = ledger.acknowledged();
      for (SketchInstance instance : instances) {
        instance.read(
            SketchLoad.known(ledger),
            answer -> {
              answers[0]++;
              ledger.check(answer, before);
            });
      }
    }
    world.timeline().runUntil(world.now() + 5 * SeededRandom.SECOND);
    if (answers[0] < INSTANCES * load.ledgers().size()) {
      violations.add("a read has no answer at the end");
    }
    for (SketchLedger ledger : load.ledgers()) {
      violations.addAll(ledger.violations());
      SortedMap<Long, Shard> shards = SimulatedSketchStore.shards(cluster, ledger.counter());
      instances.forEach(instance -> shards.remove(instance.number()));
      if (!shards.isEmpty()) {
        violations.add(ledger.counter().name() + ": not merged: of writers " + shards.keySet());
      }
    }
    return new Result(
        seed,
        load.ledgers().stream().mapToInt(SketchLedger::acknowledgedRequests).sum(),
        load.ledgers().stream().mapToInt(SketchLedger::unknownRequests).sum(),
        violations,
        world.trace().lines());
  }
}
