package io.quipu.testing.sim;

import io.quipu.testing.sim.cassandra.Cluster;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;
import java.util.function.Consumer;

/** What goes wrong in one run of the whole protocol. */
final class Chaos extends Outages {
  private static final int MANY_POINTS = 64;

  private final Stress stress;
  private final Fleet fleet;
  private final long lease;
  private int nextPoint;

  Chaos(World world, Scenario scenario, Cluster cluster, Fleet fleet) {
    this(world, scenario, cluster, fleet, pause(scenario.stress(), world.random()));
  }

  private Chaos(World world, Scenario scenario, Cluster cluster, Fleet fleet, long pause) {
    super(world, cluster, fleet.processes(), pause / 4, 2 * pause);
    this.stress = scenario.stress();
    this.lease = scenario.processes().writer().lease().toNanos();
    this.fleet = fleet;
  }

  @Override
  protected long lease() {
    return lease;
  }

  private static long pause(Stress stress, SeededRandom random) {
    return switch (stress) {
      case NONE,
          COLLECTING,
          CHANGING,
          REPLACING,
          HISTORY,
          DELETING,
          MAPPED,
          SERIES,
          WEEKS,
          RETRYING,
          KEEPING,
          IDLE_SERIES ->
          random.between(1_500L, 6_000L) * SeededRandom.MILLI;
      case SETTLING, GROUP, READING, LATEST, RESETTING, LEVELS, LATE, RANKING, CRASHING, ALONE ->
          random.between(500L, 2_000L) * SeededRandom.MILLI;
      // seldom enough for the group's time to pass the end of a period
      case ENDS -> random.between(4_000L, 12_000L) * SeededRandom.MILLI;
    };
  }

  @Override
  protected void strike(int place) {
    switch (stress) {
      case NONE,
          COLLECTING,
          CHANGING,
          LEVELS,
          LATE,
          HISTORY,
          DELETING,
          MAPPED,
          SERIES,
          WEEKS,
          RETRYING,
          KEEPING,
          IDLE_SERIES,
          RANKING ->
          anything(place);
      case CRASHING -> crash();
      case ALONE -> alone(place);
      case RESETTING, ENDS -> {
        if (random.chance(0.5)) {
          anything(place);
        } else {
          settlers(place);
        }
      }
      case SETTLING, LATEST -> settlers(place);
      case REPLACING -> {
        if (random.chance(0.3)) {
          replace();
        } else {
          anything(place);
        }
      }
      case GROUP -> group(place);
      case READING ->
          pause(place, random.spread(SeededRandom.SECOND / 20, SeededRandom.SECOND / 2));
    }
  }

  /** The next point at which somebody ends, but for now and then something else. */
  private void crash() {
    // mostly nothing, as a page settles only where its owner lives for a while
    if (random.chance(0.6)) {
      return;
    }
    Consumer<Machine> ends =
        machine ->
            fleet.crash(
                fleet.placeOf(machine),
                random.spread(SeededRandom.SECOND / 10, 5 * SeededRandom.SECOND));
    if (random.chance(0.5)) {
      cluster.crashPoints().armFirst(random.chance(0.5), ends);
      return;
    }
    nextPoint = nextPoint == 0 ? 1 + random.below(MANY_POINTS) : nextPoint;
    cluster.crashPoints().arm(nextPoint++, ends);
  }

  private void alone(int place) {
    if (random.chance(0.3)) {
      anything(place);
    } else {
      cluster.loseOne(
          random.below(1_000),
          random.chance(0.4),
          random.spread(SeededRandom.SECOND, 30 * SeededRandom.SECOND));
    }
  }

  /** Outages shorter than a lease, so that settlers remain, with a step in flight. */
  private void settlers(int place) {
    switch (random.below(9)) {
      case 0, 1, 2 ->
          pause(place, random.spread(SeededRandom.SECOND / 20, 3 * SeededRandom.SECOND));
      case 3 -> cutOff(place, random.spread(SeededRandom.SECOND / 5, 2 * SeededRandom.SECOND));
      case 4 ->
          cluster.stopReplica(
              random.below(3), random.spread(SeededRandom.SECOND / 2, 5 * SeededRandom.SECOND));
      case 5 -> lag(place, 2 * SeededRandom.SECOND, random.between(2, 8) * SeededRandom.SECOND);
      case 6 -> someLoseQuorum();
      default -> storm();
    }
  }

  /** Outages about as long as a lease, so that writers lapse and join anew all the time. */
  private void group(int place) {
    switch (random.below(13)) {
      case 0 -> fleet.crash(place, random.spread(SeededRandom.SECOND / 10, SeededRandom.SECOND));
      case 1, 2 -> pause(place, random.spread(SeededRandom.SECOND / 2, 3 * SeededRandom.SECOND));
      case 3, 4 -> cutOff(place, random.spread(SeededRandom.SECOND / 2, 3 * SeededRandom.SECOND));
      case 5 -> anything(place);
      case 6, 7 -> lag(place, 2 * SeededRandom.SECOND, random.between(2, 8) * SeededRandom.SECOND);
      case 8, 9, 10 -> silence(place);
      default -> storm();
    }
  }

  /** A writer that is not heard of goes on as long as its lease lasts; its last answer was late. */
  private void silence(int place) {
    if (random.chance(0.5)) {
      lag(place, SeededRandom.SECOND, 2 * SeededRandom.SECOND);
    }
    world
        .timeline()
        .after(
            random.between(SeededRandom.SECOND / 5, SeededRandom.SECOND),
            () -> silence(place, random.spread(SeededRandom.SECOND / 2, 5 * SeededRandom.SECOND)));
  }

  private void anything(int place) {
    switch (random.below(14)) {
      case 0 ->
          fleet.crash(place, random.spread(SeededRandom.SECOND / 10, 20 * SeededRandom.SECOND));
      case 1 -> fleet.stop(place, random.spread(SeededRandom.SECOND / 10, 5 * SeededRandom.SECOND));
      case 2, 3 -> pause(place, random.spread(SeededRandom.SECOND / 5, 20 * SeededRandom.SECOND));
      case 4 -> setWall(place, random.between(-3_600L, 3_600L) * SeededRandom.SECOND);
      case 5 -> cutOff(place, random.spread(SeededRandom.SECOND / 2, 10 * SeededRandom.SECOND));
      case 6, 7 ->
          cluster.stopReplica(
              random.below(3), random.spread(SeededRandom.SECOND / 2, 15 * SeededRandom.SECOND));
      case 8 -> noQuorum();
      case 9, 10 -> someLoseQuorum();
      default -> storm();
    }
  }

  /**
   * Another one was away just before, so that of some events the other two have the only copies.
   */
  private void replace() {
    int lost = random.below(3);
    int behind = (lost + 1 + random.below(2)) % 3;
    long nanos = random.spread(SeededRandom.SECOND / 2, 4 * SeededRandom.SECOND);
    cluster.stopReplica(behind, nanos);
    world
        .timeline()
        .after(
            nanos + SeededRandom.MILLI,
            () -> {
              if (!isOver()) {
                cluster.replaceReplica(
                    lost, random.spread(SeededRandom.SECOND / 10, 5 * SeededRandom.SECOND));
              }
            });
  }

  private void noQuorum() {
    int first = random.below(3);
    long nanos = random.spread(SeededRandom.SECOND / 2, 6 * SeededRandom.SECOND);
    cluster.stopReplica(first, nanos);
    cluster.stopReplica((first + 1) % 3, nanos);
  }

  /** Of a few token ranges, as where nodes are down that are not neighbours. */
  private void someLoseQuorum() {
    long nanos = random.spread(SeededRandom.SECOND / 2, 15 * SeededRandom.SECOND);
    for (int i = 1 + random.below(Cluster.RANGES / 2); i > 0; i--) {
      cluster.loseQuorum(random.below(Cluster.RANGES), nanos);
    }
  }

  @Override
  protected void calm() {
    switch (stress) {
      case NONE,
          COLLECTING,
          CHANGING,
          LEVELS,
          LATE,
          HISTORY,
          ENDS,
          DELETING,
          MAPPED,
          SERIES,
          IDLE_SERIES,
          REPLACING ->
          world.network().set(0.003, 0.1, 0.003, 0.03, 0.003, 0.005);
      case CRASHING, ALONE, WEEKS, RETRYING, KEEPING ->
          world.network().set(0.003, 0.1, 0.003, 0.03, 0.003, 0.005);
      case SETTLING, LATEST, RESETTING -> world.network().set(0.03, 0.1, 0.003, 0.03, 0.003, 0.04);
      case GROUP -> world.network().set(0.01, 0.1, 0.05, 0.03, 0.003, 0.005);
      case READING, RANKING -> {
        world.network().set(0.001, 0.2, 0, 0.2, 0.003, 0.003);
        world.network().single = 0.1;
      }
    }
  }

  private void storm() {
    storm(
        random.between(0, stress == Stress.SETTLING ? 0.1 : 0.3),
        random.between(0.1, 0.8),
        random.between(0, stress == Stress.SETTLING ? 0.02 : 0.1),
        random.between(0, 0.4),
        random.between(0, 0.1),
        random.between(0, 0.2),
        8 * SeededRandom.SECOND);
  }
}
