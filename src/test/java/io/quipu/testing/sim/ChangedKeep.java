package io.quipu.testing.sim;

import io.quipu.engine.names.Keep;
import io.quipu.engine.names.Lateness;
import io.quipu.engine.namespace.PutOutcome;
import io.quipu.testing.sim.core.Ability;
import io.quipu.testing.sim.core.Mishap;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Somebody who changes how late events may be, and for how long windows are kept. */
final class ChangedKeep {
  private static final List<String> LATENESS = List.of("0s", "20s", "2m", "3h");
  private static final List<String> KEEP = List.of("minute=1m", "minute=2m", "minute=10m");

  private final World world;
  private final Scenario scenario;
  private final Fleet fleet;
  private final SeededRandom random;
  private boolean closed;

  ChangedKeep(World world, Scenario scenario, Fleet fleet) {
    this.world = world;
    this.scenario = scenario;
    this.fleet = fleet;
    this.random = world.random();
  }

  /** Plans the changes, if there are to be any. */
  void begin() {
    if (scenario.stress() == Stress.KEEPING) {
      world
          .timeline()
          .after(random.spread(SeededRandom.SECOND, 60 * SeededRandom.SECOND), this::change);
    }
  }

  void close() {
    closed = true;
  }

  private void change() {
    if (closed) {
      return;
    }
    Map<String, String> settings = new HashMap<>();
    settings.put(Lateness.SETTING, random.pick(LATENESS));
    if (scenario.ends()) {
      settings.put(Keep.SETTING, random.pick(KEEP));
    }
    Instance instance = fleet.any();
    if (instance.machine().alive()) {
      world.trace().note("client", () -> "changes to " + settings);
      instance
          .changeNamespace(settings)
          .whenComplete(
              (outcome, failure) -> {
                world.trace().note("client", () -> "is told " + outcome);
                if (outcome instanceof PutOutcome.Kept) {
                  world.met().used(Ability.CHANGED_KEEP);
                  world.met().struck(Mishap.CHANGE);
                }
              });
    }
    begin();
  }
}
