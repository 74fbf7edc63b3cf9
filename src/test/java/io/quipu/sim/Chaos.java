package io.quipu.sim;

import io.quipu.sim.cassandra.Cluster;
import io.quipu.sim.core.Dice;
import io.quipu.sim.core.World;

/** What goes wrong in one run, until it is told to end. */
final class Chaos {
  private final World world;
  private final Stress stress;
  private final Cluster cluster;
  private final Fleet fleet;
  private final Dice dice;
  private final long pause;
  private boolean over;

  Chaos(World world, Scenario scenario, Cluster cluster, Fleet fleet) {
    this.world = world;
    this.stress = scenario.stress();
    this.cluster = cluster;
    this.fleet = fleet;
    this.dice = world.dice();
    this.pause =
        stress == Stress.NONE
            ? dice.between(1_500L, 6_000L) * Dice.MILLI
            : dice.between(500L, 2_000L) * Dice.MILLI;
  }

  void begin() {
    ordinary();
    next();
  }

  /** From now on nothing goes wrong any more; what is under way passes. */
  void end() {
    over = true;
    world.weather().calm();
    cluster.startAll();
    world.trace().note("CHAOS", () -> "is over");
  }

  private void next() {
    world.timeline().after(dice.between(pause / 4, 2 * pause), this::strike);
  }

  private void strike() {
    if (over) {
      return;
    }
    int place = dice.below(fleet.size());
    switch (stress) {
      case NONE -> anything(place);
      case SETTLING -> settlers(place);
      case GROUP -> group(place);
    }
    next();
  }

  /** Outages shorter than a lease, so that settlers remain, with a prepared epoch in flight. */
  private void settlers(int place) {
    switch (dice.below(8)) {
      case 0, 1, 2 -> fleet.pause(place, dice.spread(Dice.SECOND / 20, 3 * Dice.SECOND));
      case 3 -> fleet.cutOff(place, dice.spread(Dice.SECOND / 5, 2 * Dice.SECOND));
      case 4 -> cluster.stopReplica(dice.below(3), dice.spread(Dice.SECOND / 2, 5 * Dice.SECOND));
      case 5 -> fleet.lag(place, 2 * Dice.SECOND, dice.between(2, 8) * Dice.SECOND);
      default -> storm();
    }
  }

  /** Outages about as long as a lease, so that writers lapse and join anew all the time. */
  private void group(int place) {
    switch (dice.below(10)) {
      case 0 -> fleet.crash(place, dice.spread(Dice.SECOND / 10, Dice.SECOND));
      case 1, 2 -> fleet.pause(place, dice.spread(Dice.SECOND / 2, 3 * Dice.SECOND));
      case 3, 4 -> fleet.cutOff(place, dice.spread(Dice.SECOND / 2, 3 * Dice.SECOND));
      case 5 -> anything(place);
      case 6, 7 -> fleet.lag(place, 2 * Dice.SECOND, dice.between(2, 8) * Dice.SECOND);
      default -> storm();
    }
  }

  private void anything(int place) {
    switch (dice.below(12)) {
      case 0 -> fleet.crash(place, dice.spread(Dice.SECOND / 10, 20 * Dice.SECOND));
      case 1 -> fleet.stop(place, dice.spread(Dice.SECOND / 10, 5 * Dice.SECOND));
      case 2, 3 -> fleet.pause(place, dice.spread(Dice.SECOND / 5, 20 * Dice.SECOND));
      case 4 -> fleet.setWall(place, dice.between(-3_600L, 3_600L) * Dice.SECOND);
      case 5 -> fleet.cutOff(place, dice.spread(Dice.SECOND / 2, 10 * Dice.SECOND));
      case 6, 7 ->
          cluster.stopReplica(dice.below(3), dice.spread(Dice.SECOND / 2, 15 * Dice.SECOND));
      case 8 -> noQuorum();
      default -> storm();
    }
  }

  private void noQuorum() {
    int first = dice.below(3);
    long nanos = dice.spread(Dice.SECOND / 2, 6 * Dice.SECOND);
    cluster.stopReplica(first, nanos);
    cluster.stopReplica((first + 1) % 3, nanos);
  }

  private void ordinary() {
    if (!over) {
      switch (stress) {
        case NONE -> world.weather().set(0.003, 0.1, 0.003, 0.03, 0.003, 0.005);
        case SETTLING -> world.weather().set(0.03, 0.1, 0.003, 0.03, 0.003, 0.04);
        case GROUP -> world.weather().set(0.01, 0.5, 0.005, 0.03, 0.003, 0.005);
      }
    }
  }

  private void storm() {
    world.trace().note("CHAOS", () -> "network storm");
    world
        .weather()
        .set(
            dice.between(0, stress == Stress.SETTLING ? 0.1 : 0.3),
            dice.between(0.1, 0.8),
            dice.between(0, stress == Stress.SETTLING ? 0.02 : 0.1),
            dice.between(0, 0.4),
            dice.between(0, 0.1),
            dice.between(0, 0.2));
    world.timeline().after(dice.spread(Dice.SECOND / 2, 8 * Dice.SECOND), this::ordinary);
  }
}
