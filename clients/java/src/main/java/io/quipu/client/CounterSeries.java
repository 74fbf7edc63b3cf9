package io.quipu.client;

import java.util.List;

/**
 * The series of one counter that is followed.
 *
 * @param namespace where the counter is
 * @param counter its name
 * @param series the largest first, at most 1,000
 */
public record CounterSeries(String namespace, String counter, List<Series> series) {
  public CounterSeries {
    series = List.copyOf(series);
  }
}
