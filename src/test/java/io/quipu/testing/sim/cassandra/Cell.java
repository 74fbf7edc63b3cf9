package io.quipu.testing.sim.cassandra;

/**
 * A row as one replica has it: written or deleted at a timestamp.
 *
 * @param value null where it is deleted
 */
record Cell(Object value, long timestamp) {
  /**
   * The last write wins; of two at one timestamp the deletion, else as {@link TimestampTie} says.
   */
  static Cell newer(Cell one, Cell other) {
    if (one.timestamp != other.timestamp) {
      return one.timestamp > other.timestamp ? one : other;
    }
    if (one.value == null || other.value == null) {
      return one.value == null ? one : other;
    }
    Object value = TimestampTie.larger(one.value, other.value);
    return value == one.value ? one : new Cell(value, one.timestamp);
  }
}
