package io.quipu.ops.opentelemetry;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quipu.ops.metrics.Meters;

/** Meters of the spans that were recorded. */
final class TraceMeters {
  private final Counter exported;
  private final Counter failed;
  private final Counter dropped;

  TraceMeters(MeterRegistry registry) {
    Meters meters = new Meters(registry);
    exported = counter(meters, "exported");
    failed = counter(meters, "failed");
    dropped = counter(meters, "dropped");
  }

  private static Counter counter(Meters meters, String outcome) {
    return meters.counter(
        "quipu.trace.spans",
        "Spans that were recorded, by what became of them",
        "outcome",
        outcome);
  }

  /** Counts spans of an export; {@code taken} tells whether the endpoint accepted the spans. */
  void done(int spans, boolean taken) {
    (taken ? exported : failed).increment(spans);
  }

  /** Counts a span that was dropped, because {@link SpanBudget} had no room. */
  void dropped() {
    dropped.increment();
  }
}
