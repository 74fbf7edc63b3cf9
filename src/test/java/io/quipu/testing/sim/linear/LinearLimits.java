package io.quipu.testing.sim.linear;

import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.kinds.linear.LinearKind;
import io.quipu.engine.kinds.linear.LinearMeters;
import io.quipu.engine.kinds.linear.LinearSettings;
import io.quipu.engine.kinds.linear.Sent;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.namespace.NamespaceChange;
import io.quipu.engine.namespace.NamespacePut;
import io.quipu.engine.namespace.Namespaces;
import io.quipu.engine.namespace.PutOutcome;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import io.quipu.testing.sim.Protocol;
import io.quipu.testing.sim.cassandra.Cluster;
import io.quipu.testing.sim.cassandra.Driver;
import io.quipu.testing.sim.cassandra.SimulatedLinearStore;
import io.quipu.testing.sim.cassandra.SimulatedNamespaceStore;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.MachineClock;
import io.quipu.testing.sim.core.Mishap;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Somebody who lowers the max of a namespace to little more than its counter has, looks on for a
 * while when that is acknowledged, and raises it again.
 */
final class LinearLimits {
  static final KnownKinds KINDS =
      new KnownKinds(
          List.of(
              new LinearKind(
                  () -> null,
                  () -> null,
                  LinearSettings.of(1, 1),
                  new LinearMeters(new CompositeMeterRegistry()),
                  Clock.system())));

  private final World world;
  private final SeededRandom random;
  private final Cluster cluster;
  private final Namespaces namespaces;
  private final List<Held> held = new ArrayList<>();
  private boolean over;

  /** From when until when nothing that was sent may be counted past a max. */
  private record Held(long max, long from, long until) {}

  LinearLimits(World world, Cluster cluster, Protocol protocol) {
    this.world = world;
    this.random = world.random();
    this.cluster = cluster;
    Machine machine =
        new Machine(world, "limits", MachineClock.drawn(world.timeline(), world.random()));
    this.namespaces =
        new Namespaces(
            new SimulatedNamespaceStore(new Driver(cluster, machine)),
            KINDS,
            protocol.part(null, Scheduler.class, machine, machine),
            Optional::empty,
            2);
    SimulatedNamespaceStore.exists(cluster, Namespace.of(LinearLoad.LIMITED.namespace(), "linear"));
  }

  /** The namespaces as seen by the process that changes them. */
  Namespaces namespaces() {
    return namespaces;
  }

  void begin() {
    world.timeline().after(pause(), this::lower);
  }

  /** Changes nothing more. */
  void close() {
    over = true;
  }

  private long pause() {
    return random.between(SeededRandom.SECOND / 2, 3 * SeededRandom.SECOND);
  }

  private void lower() {
    if (over) {
      return;
    }
    long max = count() + random.below(4);
    put(
        max,
        outcome -> {
          long from = world.now();
          world
              .timeline()
              .after(
                  pause(),
                  () -> {
                    if (outcome instanceof PutOutcome.Kept) {
                      held.add(new Held(max, from, world.now()));
                    }
                    put(count() + 1_000, this::raised);
                  });
        });
  }

  /** One that is in doubt may raise it at any time: nothing can be said any more. */
  private void raised(PutOutcome outcome) {
    if (outcome instanceof PutOutcome.Kept) {
      world.timeline().after(pause(), this::lower);
    }
  }

  private long count() {
    return SimulatedLinearStore.decidedState(cluster, LinearLoad.LIMITED).count();
  }

  private void put(long max, Consumer<PutOutcome> told) {
    world.trace().note("LIMITS", () -> "max " + max);
    world.met().struck(Mishap.CHANGE);
    namespaces
        .put(
            NamespacePut.of(
                new NamespaceChange(
                    LinearLoad.LIMITED.namespace(),
                    null,
                    null,
                    null,
                    null,
                    null,
                    Map.of("max", Long.toString(max)))))
        .whenComplete(
            (outcome, failure) ->
                told.accept(outcome == null ? new PutOutcome.OutcomeUnknown() : outcome));
  }

  List<String> violations(List<Sent> sent) {
    List<String> violations = new ArrayList<>();
    for (Sent one : sent) {
      for (Held limit : held) {
        if (one.isRecorded()
            && one.first >= limit.from
            && one.answered <= limit.until
            && one.recorded().last().count() > limit.max) {
          violations.add(
              "limited: counted past a max that held when it was sent: " + one + ", " + limit);
        }
      }
    }
    return violations;
  }
}
