package io.quipu.testing.sim.sketch;

import io.quipu.engine.names.Namespace;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.TimeSpan;
import io.quipu.engine.writer.WriterSettings;
import io.quipu.testing.sim.KindSeeds;
import io.quipu.testing.sim.KindSimulation;
import io.quipu.testing.sim.PromisedLives;
import io.quipu.testing.sim.Protocol;
import io.quipu.testing.sim.cassandra.SimulatedNamespaceStore;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.MachineClock;
import io.quipu.testing.sim.core.SeededRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** One run of sketches that are reset: each reset is a purge, which begins another life. */
public final class PurgedSketchSimulation extends KindSimulation<SketchInstance> {
  public static final KindSeeds SEEDS =
      new KindSeeds("purged sketches", PurgedSketchSimulation::run, 2, 10, -1, -1);

  /** So long nothing more goes wrong before the end is looked at: longer than a late write. */
  private static final long CALM = 90 * SeededRandom.SECOND;

  /** Within how much true time all must be gone once nothing goes wrong any more. */
  private static final long GONE_WITHIN = 150 * SeededRandom.SECOND;

  private final WriterSettings settings;
  private final boolean confirmed;
  private final SketchLabels labels;
  private final Namespace sums;
  private final PromisedLives promised;
  private final PurgedSketchLoad load;

  private PurgedSketchSimulation(long seed, boolean traced, Supplier<Protocol> protocol) {
    super(seed, traced, protocol);
    Duration lease = Duration.ofMillis(world.random().between(800L, 4_000L));
    int watchers = world.random().chance(0.5) ? 1 : 3;
    this.settings = new WriterSettings(lease, lease.dividedBy(6), true, watchers);
    this.confirmed = world.random().chance(0.3);
    Set<Granularity> windows =
        world.random().chance(0.5) ? Set.of() : EnumSet.of(Granularity.HOUR, Granularity.DAY);
    this.labels = world.random().chance(0.5) ? SketchLabels.NONE : new SketchLabels(List.of(2));
    this.sums =
        new Namespace(
            "sums", "sketch", TimeSpan.OFF, new TimeSpan("1d"), 1, windows, labels.settings());
    SimulatedNamespaceStore.exists(cluster, sums);
    this.promised = new PromisedLives(world);
    startAll();
    this.load = new PurgedSketchLoad(world, instances, sums, labels, promised);
  }

  /** Clocks are hours apart, but where windows are to end in a run. */
  @Override
  protected MachineClock clock() {
    MachineClock clock = super.clock();
    if (sums != null && !sums.windows().isEmpty()) {
      clock.setWall(world.random().between(-15 * SeededRandom.SECOND, 15 * SeededRandom.SECOND));
    }
    return clock;
  }

  static Result run(long seed, boolean faults, boolean traced, Supplier<Protocol> protocol) {
    return new PurgedSketchSimulation(seed, traced, protocol).watched(seed, faults);
  }

  @Override
  protected SketchInstance begun(Machine machine, Protocol given) {
    SketchInstance instance =
        new SketchInstance(cluster, machine, given, settings, confirmed, !labels.isEmpty(), sums);
    instance.start();
    return instance;
  }

  private void stop(int place) {
    SketchInstance before = instances.get(place);
    before.stop();
    replace(place, before.machine());
  }

  @Override
  protected Result run(long seed, boolean faults) {
    SketchPurges purges = new SketchPurges(world, cluster, instances, load, promised, sums.name());
    SketchChaos chaos =
        new SketchChaos(
            world, cluster, instances, this::kill, this::stop, settings.lease().toNanos());
    load.begin();
    purges.begin();
    if (faults) {
      chaos.begin();
    }
    world
        .timeline()
        .runUntil(world.random().between(30 * SeededRandom.SECOND, 70 * SeededRandom.SECOND));
    load.close();
    purges.close();
    chaos.end();
    world.timeline().runUntil(world.now() + CALM);
    cluster.deliverHints();
    cluster.decideAll();
    List<String> violations = new ArrayList<>();
    if (purges.awaitKnown()) {
      violations.addAll(end(purges));
    } else {
      violations.add("a deleted namespace does not come back");
    }
    violations.addAll(world.mishaps());
    violations.addAll(load.violations());
    return new Result(
        seed,
        load.ledgers().stream().mapToInt(SketchLedger::acknowledgedValues).sum(),
        0,
        load.ledgers().stream().mapToInt(SketchLedger::unknownValues).sum(),
        world.met().cells(),
        violations,
        world.trace().lines());
  }

  private List<String> end(SketchPurges purges) {
    int asked = 0;
    int[] answers = {0};
    for (SketchInstance instance : instances) {
      asked += load.readAll(instance, () -> answers[0]++);
    }
    world.timeline().runUntil(world.now() + 10 * SeededRandom.SECOND);
    List<String> violations = new ArrayList<>();
    if (answers[0] < asked) {
      violations.add("a read has no answer at the end");
    }
    long deadline = world.now() + GONE_WITHIN;
    List<String> left = purges.left(load.counters());
    while (!left.isEmpty() && world.now() < deadline) {
      world.timeline().runUntil(world.now() + 2 * SeededRandom.SECOND);
      left = purges.left(load.counters());
    }
    cluster.deliverHints();
    cluster.decideAll();
    left = purges.left(load.counters());
    if (!left.isEmpty()) {
      violations.add("something is left of what was purged: " + left.get(0));
    }
    return violations;
  }
}
