package io.quipu.ops.config;

/**
 * How much there may be, and be asked for, besides what a single caller may.
 *
 * @param namespaces most that there may be, {@code default} among them
 * @param namespaceRate events and requests a second of each namespace; 0 for any
 * @param newCounters counters an hour that a caller may begin; 0 for any
 */
public record LimitsConfig(int namespaces, int namespaceRate, int newCounters) {
  /** As many as the settings of which every instance keeps at hand. */
  public static final int USUAL_NAMESPACES = 10_000;

  static final int MOST_NAMESPACES = 100_000;
  static final int MOST_RATE = 10_000_000;
  static final int MOST_NEW_COUNTERS = 100_000_000;

  static LimitsConfig read(Variables variables) {
    return new LimitsConfig(
        variables.number("QUIPU_MAX_NAMESPACES", 1, MOST_NAMESPACES, USUAL_NAMESPACES),
        optional(variables, "QUIPU_NAMESPACE_RATE", MOST_RATE),
        optional(variables, "QUIPU_NEW_COUNTERS", MOST_NEW_COUNTERS));
  }

  /** A variable that limits where it is set, and nothing otherwise. */
  private static int optional(Variables variables, String name, int most) {
    return variables.text(name).isPresent() ? variables.number(name, 1, most, 1) : 0;
  }
}
