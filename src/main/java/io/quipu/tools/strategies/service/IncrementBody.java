package io.quipu.tools.strategies.service;

/** The body of an increment by 1, as JSON for a kind of counters. */
@FunctionalInterface
public interface IncrementBody {
  /**
   * @param id the id of the increment, the same for every writer
   */
  String of(String counter, String id);
}
