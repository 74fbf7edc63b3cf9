package io.quipu.engine.state;

import io.quipu.engine.input.JsonText;

/** The value of a counter in a list or ranking. The counters of one namespace have one type. */
public interface ListedValue {
  /**
   * Compares by size, for rankings.
   *
   * @param other a value of the same type
   * @return positive if this value is the larger one
   */
  int compareSize(ListedValue other);

  /**
   * Returns this value and another one together: their sum, or as much of it as is known.
   *
   * @param other a value of the same type, or what this method returned
   */
  ListedValue and(ListedValue other);

  /** Tells whether nothing was counted. */
  boolean isZero();

  /** Writes the members of the value. */
  JsonText write(JsonText json);
}
