package io.quipu.ops.opentelemetry;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Meters of the spans that were recorded. */
final class TraceMeters {
  private final Counter exported;
  private final Counter failed;
  private final Counter dropped;

  TraceMeters(MeterRegistry registry) {
    exported = counter(registry, "exported");
    failed = counter(registry, "failed");
    dropped = counter(registry, "dropped");
  }

  private static Counter counter(MeterRegistry registry, String outcome) {
    return Counter.builder("quipu.trace.spans")
        .description("Spans that were recorded, by what became of them")
        .tag("outcome", outcome)
        .register(registry);
  }

  /** The endpoint has taken so many, or has not. */
  void done(int spans, boolean taken) {
    (taken ? exported : failed).increment(spans);
  }

  /** There was no room for one. */
  void dropped() {
    dropped.increment();
  }
}
