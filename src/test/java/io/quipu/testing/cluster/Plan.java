package io.quipu.testing.cluster;

import java.time.Duration;

/**
 * How long a run goes on: until each fault has happened once, and this time has passed.
 *
 * @param atLeast the time
 * @param clients how many clients send
 */
record Plan(Duration atLeast, int clients) {
  static final Plan SHORT = new Plan(Duration.ZERO, 5);

  static Plan minutes(long minutes) {
    return new Plan(Duration.ofMinutes(minutes), 5);
  }
}
