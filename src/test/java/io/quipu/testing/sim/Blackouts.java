package io.quipu.testing.sim;

import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;

/**
 * All processes are killed at once. Whoever then joins first brings the time of its own wall clock,
 * so that the group's time may leap, and much be settled and fall due in the same moment.
 */
final class Blackouts {
  private static final long DAY = 86_400 * SeededRandom.SECOND;

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

  /** Days or weeks pass before anybody is back. */
  private void skip() {
    if (scenario.stress() == Stress.WEEKS) {
      world.skip(world.random().spread(DAY, 10 * DAY));
    }
  }

  private void strike() {
    skip();
    for (int place = 0; place < fleet.size(); place++) {
      fleet.crash(place, world.random().spread(SeededRandom.SECOND / 10, 3 * SeededRandom.SECOND));
    }
  }
}
