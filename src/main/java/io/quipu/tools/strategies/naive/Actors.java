package io.quipu.tools.strategies.naive;

/** The processes that made the past increments of a seeded counter. */
final class Actors {
  static final int COUNT = 16;

  private Actors() {}

  /** Returns the number of the given events that one actor made. */
  static long share(long events, int actor) {
    return events / COUNT + (actor < events % COUNT ? 1 : 0);
  }
}
