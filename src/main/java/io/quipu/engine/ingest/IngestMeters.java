package io.quipu.engine.ingest;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.quipu.engine.kind.RecordOutcome.Refusal;
import io.quipu.engine.time.LatencyBounds;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/** Meters of recording. Shared by all ingesting contexts. */
public final class IngestMeters {
  private static final double[] EVENTS = {1, 10, 100, 1_000, 10_000};

  private final MeterRegistry registry;
  private final Counter events;
  private final Counter rows;
  private final Counter unknown;
  private final Counter retries;
  private final Map<Refusal, Counter> refused = new EnumMap<>(Refusal.class);
  private final DistributionSummary batch;
  private final Timer latency;
  private final AtomicInteger queued = new AtomicInteger();

  public IngestMeters(MeterRegistry registry) {
    this.registry = registry;
    events = counter("quipu.events.recorded", "Events acknowledged");
    rows = counter("quipu.rows.written", "Rows of acknowledged writes");
    unknown = counter("quipu.writes.unknown", "Writes given up with their outcome unknown");
    retries = counter("quipu.writes.retried", "Repetitions of a write, with the same rows");
    batch =
        DistributionSummary.builder("quipu.write.events")
            .description("Events that shared one write")
            .serviceLevelObjectives(EVENTS)
            .register(registry);
    latency =
        Timer.builder("quipu.write.latency")
            .description("From sending a write to its decision, repetitions included")
            .serviceLevelObjectives(LatencyBounds.all())
            .register(registry);
    for (Refusal why : Refusal.values()) {
      refused.put(
          why,
          Counter.builder("quipu.events.refused")
              .description("Events refused before anything was written")
              .tag("reason", why.name().toLowerCase(Locale.ROOT))
              .register(registry));
    }
    Gauge.builder("quipu.events.queued", queued, AtomicInteger::get)
        .description("Events waiting for a write")
        .register(registry);
  }

  /** A write was acknowledged. */
  public void written(int eventsInWrite, int rowsInWrite, Duration took) {
    events.increment(eventsInWrite);
    rows.increment(rowsInWrite);
    batch.record(eventsInWrite);
    latency.record(took);
  }

  public void unknown() {
    unknown.increment();
  }

  public void retried() {
    retries.increment();
  }

  /** Events were refused before anything was written. */
  public void refused(Refusal why, int refusedEvents) {
    Objects.requireNonNull(refused.get(why)).increment(refusedEvents);
  }

  public void queued(int change) {
    queued.addAndGet(change);
  }

  private Counter counter(String name, String description) {
    return Counter.builder(name).description(description).register(registry);
  }
}
