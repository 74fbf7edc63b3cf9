package io.quipu.lab.cluster;

import java.time.Duration;
import java.util.List;

/**
 * The length of a run: until each fault has happened once, and this time has passed.
 *
 * @param atLeast the time
 * @param clients how many clients send
 * @param brief leaves out the first fault of each lane, which others begin with: a node that is
 *     replaced, and an instance that comes back with another clock, are killed before
 */
record Plan(Duration atLeast, int clients, boolean brief) {
  static final Plan SHORT = new Plan(Duration.ZERO, 5, true);

  static Plan minutes(long minutes) {
    return new Plan(Duration.ofMinutes(minutes), 5, false);
  }

  List<Fault> of(List<Fault> lane) {
    return brief ? lane.subList(1, lane.size()) : lane;
  }
}
