package io.quipu.cli.sizing;

/**
 * The measured costs of events. Processors are those of docs/performance.md, in microseconds, of
 * one replica; bytes are those on the disk of one replica, compacted.
 */
public final class Costs {
  /** An event of 1,000 counters, one in each request: the case {@code uniform}. */
  static final Cpu ONE = new Cpu(31 + 1, 51 + 10);

  /** An event with an id, one in each request: {@code event}, with ids. */
  static final Cpu ONE_WITH_ID = new Cpu(35, 82);

  /** An event of many that travel together: the case {@code websocket}. */
  static final Cpu MANY = new Cpu(9.8, 26 + 3);

  /** An event with an id, of many that travel together: {@code batch-sustained}. */
  static final Cpu MANY_WITH_IDS = new Cpu(18, 29);

  /** A counter that has changed since it was settled last, in Cassandra. */
  static final double SETTLED = 108;

  /** A row of an event without an id. */
  public static final double ROW = 22;

  /** The part of a row that an event with an id of 36 characters takes. */
  public static final double ROW_WITH_ID = 43;

  /** A settled id. */
  public static final double ID = 26;

  /** A counter with its name of 21 characters. */
  public static final double COUNTER = 55;

  /** A window. */
  public static final double WINDOW = 19;

  /** Microseconds of processors an event. */
  record Cpu(double service, double cassandra) {}

  private Costs() {}

  static Cpu of(Load load) {
    if (load.batches()) {
      return load.ids() ? MANY_WITH_IDS : MANY;
    }
    return load.ids() ? ONE_WITH_ID : ONE;
  }
}
