package io.quipu.ops.config;

/**
 * The bounds of a service, besides those of a single caller.
 *
 * @param namespaces most that there may be, {@code default} among them
 * @param namespaceRate events and requests a second of each namespace; 0 for any
 * @param newCounters counters an hour that a caller may begin; 0 for any
 */
public record LimitsConfig(int namespaces, int namespaceRate, int newCounters) {
  static LimitsConfig read(Environment environment) {
    return new LimitsConfig(
        environment.number("QUIPU_MAX_NAMESPACES"),
        environment.findNumber("QUIPU_NAMESPACE_RATE").orElse(0),
        environment.findNumber("QUIPU_NEW_COUNTERS").orElse(0));
  }
}
