package io.quipu.ops.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Objects;

/**
 * The versions of the running program.
 *
 * @param version the version in the manifest of the jar; {@code unknown} without a jar
 * @param java the version of the JVM
 */
record BuildInfo(String version, String java) {
  private static final String UNKNOWN = "unknown";

  static BuildInfo ofThis() {
    String version = BuildInfo.class.getPackage().getImplementationVersion();
    return new BuildInfo(
        Objects.requireNonNullElse(version, UNKNOWN), System.getProperty("java.version", UNKNOWN));
  }

  void bindTo(MeterRegistry registry) {
    Gauge.builder("quipu.build.info", () -> 1)
        .description("1, with what runs in its labels")
        .tag("version", version)
        .tag("java", java)
        .register(registry);
  }
}
