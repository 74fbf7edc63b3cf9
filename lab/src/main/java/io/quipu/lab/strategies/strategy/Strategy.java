package io.quipu.lab.strategies.strategy;

import java.time.Clock;

/** A way to count, with all its state. These methods block; the methods of a writer do not. */
public interface Strategy {
  /**
   * Returns a process that increments.
   *
   * @param number the number of the process, from 0
   * @param clock the clock of the process
   * @param line the line that carries the answers to the process
   */
  Writer writer(int number, Clock clock, Line line);

  /** Fills a new counter as if so many events had been counted some time ago. */
  void seed(String counter, int events);

  /** Reads the count as an application would. */
  long read(String counter);
}
