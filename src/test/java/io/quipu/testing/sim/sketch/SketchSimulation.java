package io.quipu.testing.sim.sketch;

import io.quipu.engine.kinds.sketch.Shard;
import io.quipu.engine.names.DerivedName;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.writer.WriterSettings;
import io.quipu.testing.sim.KindSeeds;
import io.quipu.testing.sim.KindSimulation;
import io.quipu.testing.sim.Protocol;
import io.quipu.testing.sim.cassandra.SimulatedSketchStore;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.MachineClock;
import io.quipu.testing.sim.core.SeededRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Supplier;

/** One run of sketches. */
public final class SketchSimulation extends KindSimulation<SketchInstance> {
  /**
   * Seeds of sketches. Where there are windows, an update is acknowledged when three states have
   * it, so fewer are: 85 in the mean of 200 seeds, and 141 when none had windows.
   */
  public static final KindSeeds SEEDS =
      new KindSeeds("sketches", SketchSimulation::run, 15, 60, -1, 2);

  /** So long nothing more goes wrong before the end is looked at: longer than a late write. */
  private static final long CALM = 90 * SeededRandom.SECOND;

  /** The maximum number of counters and series that are read at once: an instance has a bound. */
  private static final int READ_TOGETHER = 300;

  private final WriterSettings settings;
  private final boolean confirmed;
  private final Set<Granularity> windows;
  private final SketchLabels labels;
  private final SketchLoad load;

  private SketchSimulation(long seed, boolean traced, Supplier<Protocol> protocol) {
    super(seed, traced, protocol);
    Duration lease = Duration.ofMillis(world.random().between(800L, 4_000L));
    int watchers = world.random().chance(0.5) ? 1 : 3;
    this.settings = new WriterSettings(lease, lease.dividedBy(6), true, watchers);
    this.confirmed = world.random().chance(0.3);
    this.windows =
        world.random().chance(0.5) ? Set.of() : EnumSet.of(Granularity.HOUR, Granularity.DAY);
    this.labels =
        world.random().chance(0.6)
            ? SketchLabels.NONE
            : new SketchLabels(windows.isEmpty() ? List.of(3, 2) : List.of(3));
    startAll();
    this.load = new SketchLoad(world, instances, windows, labels);
  }

  /**
   * Where there are windows, wall clocks are off by seconds only, so that an hour ends in a run.
   */
  @Override
  protected MachineClock clock() {
    MachineClock clock = super.clock();
    if (!windows.isEmpty()) {
      clock.setWall(world.random().between(-15 * SeededRandom.SECOND, 15 * SeededRandom.SECOND));
    }
    return clock;
  }

  static Result run(long seed, boolean faults, boolean traced, Supplier<Protocol> protocol) {
    return new SketchSimulation(seed, traced, protocol).watched(seed, faults);
  }

  @Override
  protected SketchInstance begun(Machine machine, Protocol given) {
    SketchInstance instance =
        new SketchInstance(cluster, machine, given, settings, confirmed, !labels.isEmpty(), null);
    instance.start();
    return instance;
  }

  private void stop(int place) {
    SketchInstance before = instances.get(place);
    world.trace().note(before.machine().name(), () -> "stops");
    before.stop();
    replace(place, before.machine());
  }

  @Override
  protected Result run(long seed, boolean faults) {
    SketchChaos chaos =
        new SketchChaos(
            world, cluster, instances, this::kill, this::stop, settings.lease().toNanos());
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
    load.list();
    world.timeline().runUntil(world.now() + 5 * SeededRandom.SECOND);
    List<String> violations = new ArrayList<>(world.mishaps());
    int[] answers = {0};
    List<SketchLedger> all = load.all();
    for (int from = 0; from < all.size(); from += READ_TOGETHER) {
      for (SketchLedger ledger : all.subList(from, Math.min(from + READ_TOGETHER, all.size()))) {
        for (SketchInstance instance : instances) {
          load.readAll(ledger, instance, () -> answers[0]++);
        }
      }
      world.timeline().runUntil(world.now() + 5 * SeededRandom.SECOND);
    }
    if (answers[0] < INSTANCES * all.size() * load.answers()) {
      violations.add("a read has no answer at the end");
    }
    for (SketchLedger ledger : all) {
      violations.addAll(ledger.violations());
      SortedMap<Long, Shard> shards =
          SimulatedSketchStore.shards(cluster, DerivedName.whole(ledger.counter()));
      instances.forEach(instance -> shards.remove(instance.number()));
      if (!shards.isEmpty()) {
        violations.add(ledger.name() + ": not merged: of writers " + shards.keySet());
      }
      violations.addAll(unmerged(ledger));
    }
    return new Result(
        seed,
        load.ledgers().stream().mapToInt(SketchLedger::acknowledgedValues).sum(),
        0,
        load.ledgers().stream().mapToInt(SketchLedger::unknownValues).sum(),
        world.met().cells(),
        violations,
        world.trace().lines());
  }

  /**
   * What is derived of a counter or series and was not merged. A window that is over for all has no
   * shards, whoever lives, and nobody announces it.
   */
  private List<String> unmerged(SketchLedger ledger) {
    List<String> found = new ArrayList<>();
    SimulatedSketchStore.derived(cluster, ledger.counter())
        .forEach(
            (state, writers) -> {
              String name = ledger.name() + " " + state.derivation();
              SortedMap<Long, Shard> shards = SimulatedSketchStore.shards(cluster, state);
              if (state.window() == null || !isOver(state.window().end())) {
                instances.forEach(instance -> shards.remove(instance.number()));
                instances.forEach(instance -> writers.remove(instance.number()));
              }
              if (!shards.isEmpty() || !writers.isEmpty()) {
                found.add(name + ": not merged: of writers " + shards.keySet() + writers);
              }
            });
    return found;
  }

  private boolean isOver(EventTime end) {
    return instances.stream()
        .allMatch(
            instance ->
                instance.time() != null
                    && end.plusTicks(60 * EventTime.TICKS_PER_SECOND).isBefore(instance.time()));
  }
}
