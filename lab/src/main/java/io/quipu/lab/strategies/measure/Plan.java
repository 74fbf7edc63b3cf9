package io.quipu.lab.strategies.measure;

import java.time.Duration;
import java.util.List;

/**
 * The plan of a comparison.
 *
 * @param clients the number of increments in flight; in a trouble, at most 16
 * @param counters the number of counters that share the increments while speed is measured
 * @param time the time for which the speed of each way is measured, in all turns
 * @param events the numbers of events of the counters that are read, ascending
 * @param increments the number of distinct increments in each trouble
 * @param percent the share of increments that are sent again, or of lost answers, in percent
 */
public record Plan(
    int clients, int counters, Duration time, List<Integer> events, int increments, int percent) {
  public Plan {
    events = List.copyOf(events);
  }

  /** Tells whether an increment is troubled. The troubled ones are spread evenly, from 0 on. */
  boolean isTroubled(int number) {
    return (long) number * percent % 100 < percent;
  }
}
