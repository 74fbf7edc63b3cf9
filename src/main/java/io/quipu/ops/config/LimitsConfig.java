package io.quipu.ops.config;

/**
 * The limits of a service, without {@link AuthConfig#rate()}. All but the first hold per instance.
 *
 * @param namespaces the maximum number of namespaces, {@code default} included
 * @param namespaceRate the tokens a second of each namespace; 0 for no limit
 * @param newCounters the maximum number of counters an hour that each caller may begin; 0 for no
 *     limit
 * @param newSeries the maximum number of series an hour that each namespace may begin; 0 for no
 *     limit
 */
public record LimitsConfig(int namespaces, int namespaceRate, int newCounters, int newSeries) {
  static LimitsConfig read(Environment environment) {
    return new LimitsConfig(
        environment.number("QUIPU_MAX_NAMESPACES"),
        environment.findNumber("QUIPU_NAMESPACE_RATE").orElse(0),
        environment.findNumber("QUIPU_NEW_COUNTERS").orElse(0),
        environment.findNumber("QUIPU_NEW_SERIES").orElse(0));
  }
}
