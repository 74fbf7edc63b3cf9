package io.quipu.tools.strategies.strategy;

import java.time.Clock;

/** A way to count, with all that it keeps. Its methods block, those of its writers do not. */
public interface Strategy {
  /**
   * A process that increments.
   *
   * @param number of the process, from 0
   * @param clock what it takes for the time
   * @param line on which its requests are answered
   */
  Writer writer(int number, Clock clock, Line line);

  /** Leaves a new counter as if so many events had been counted some time ago. */
  void seed(String counter, int events);

  /** The count, as an application would read it. */
  long read(String counter);
}
