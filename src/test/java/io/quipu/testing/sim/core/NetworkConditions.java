package io.quipu.testing.sim.core;

/** How badly the network behaves at the moment: probabilities of a message's fate. */
public final class NetworkConditions {
  /** That a message is lost. */
  public double lost;

  /** That a message takes up to half a second. */
  public double slow;

  /** That a message takes up to eight seconds. */
  public double verySlow;

  /** That a replica misses a write that others get, to have it later by a hint, or never. */
  public double missed;

  /** That a coordinator refuses a write before any replica saw it. */
  public double refused;

  /** That a conditional write takes effect long after it was given up, if it then can. */
  public double late;

  /** That what a conditional write decided reaches a single replica, as if its coordinator died. */
  public double single;

  public void set(
      double lost, double slow, double verySlow, double missed, double refused, double late) {
    this.lost = lost;
    this.slow = slow;
    this.verySlow = verySlow;
    this.missed = missed;
    this.refused = refused;
    this.late = late;
  }

  public void calm() {
    set(0, 0, 0, 0, 0, 0);
    single = 0;
  }

  /** Nanoseconds that a message takes. */
  public long delay(SeededRandom random) {
    if (random.chance(verySlow)) {
      return random.between(SeededRandom.SECOND / 2, 8 * SeededRandom.SECOND);
    }
    return random.chance(slow)
        ? random.between(5 * SeededRandom.MILLI, 500 * SeededRandom.MILLI)
        : random.between(SeededRandom.MILLI / 5, 5 * SeededRandom.MILLI);
  }
}
