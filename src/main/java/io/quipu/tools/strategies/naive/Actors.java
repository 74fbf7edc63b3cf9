package io.quipu.tools.strategies.naive;

/** Processes among which past increments are divided. */
final class Actors {
  static final int COUNT = 16;

  private Actors() {}

  /** How many of so many events one of them had. */
  static long share(long events, int actor) {
    return events / COUNT + (actor < events % COUNT ? 1 : 0);
  }
}
