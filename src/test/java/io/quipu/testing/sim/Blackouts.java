package io.quipu.testing.sim;

import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;

/**
 * All processes are killed at once. Whoever then joins first brings the time of its own wall clock,
 * so that the group's time may leap, and much be settled and fall due in the same moment.
 */
final class Blackouts {
  private final World world;
  private final Scenario scenario;
  private final Fleet fleet;

  Blackouts(World world, Scenario scenario, Fleet fleet) {
    this.world = world;
    this.scenario = scenario;
    this.fleet = fleet;
  }

  void begin() {
    for (int i = 2 + world.random().below(3); i > 0; i--) {
      world.timeline().at(world.random().between(0, scenario.nanos()), this::strike);
    }
  }

  private void strike() {
    for (int place = 0; place < fleet.size(); place++) {
      fleet.crash(place, world.random().spread(SeededRandom.SECOND / 10, 3 * SeededRandom.SECOND));
    }
  }
}
