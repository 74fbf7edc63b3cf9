package io.quipu.lab.strategies.service;

/** Makes the JSON body of an increment by 1, for one kind of counters. */
@FunctionalInterface
public interface IncrementBody {
  /**
   * @param id the id of the increment, the same for every writer that sends the increment
   */
  String of(String counter, String id);
}
