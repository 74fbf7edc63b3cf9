package io.quipu.lab.strategies.naive;

/** The pretended processes that made the increments of a seeded counter. */
final class Actors {
  static final int COUNT = 16;

  private Actors() {}

  /** Returns the number of events that one actor made, of the events of a seeded counter. */
  static long share(long events, int actor) {
    return events / COUNT + (actor < events % COUNT ? 1 : 0);
  }
}
