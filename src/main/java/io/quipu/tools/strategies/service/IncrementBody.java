package io.quipu.tools.strategies.service;

/** What one writer sends to a kind of counters for an increment by 1, as JSON. */
@FunctionalInterface
public interface IncrementBody {
  /**
   * @param id by which any writer knows the increment
   */
  String of(String counter, String id);
}
