package io.quipu.ops.config;

/**
 * The limits of a service, besides the rate of a single caller.
 *
 * @param namespaces most namespaces, {@code default} included
 * @param namespaceRate most events and requests a second of each namespace; 0 for no limit
 * @param newCounters most counters an hour that a caller may begin; 0 for no limit
 */
public record LimitsConfig(int namespaces, int namespaceRate, int newCounters) {
  static LimitsConfig read(Environment environment) {
    return new LimitsConfig(
        environment.number("QUIPU_MAX_NAMESPACES"),
        environment.findNumber("QUIPU_NAMESPACE_RATE").orElse(0),
        environment.findNumber("QUIPU_NEW_COUNTERS").orElse(0));
  }
}
