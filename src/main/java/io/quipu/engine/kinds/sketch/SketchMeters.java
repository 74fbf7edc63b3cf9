package io.quipu.engine.kinds.sketch;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quipu.engine.kind.RecordOutcome.Refusal;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/** Meters of sketches. Shared by all contexts. */
public final class SketchMeters {
  private final MeterRegistry registry;
  private final Counter events;
  private final Map<Refusal, Counter> refused = new EnumMap<>(Refusal.class);
  private final Counter retries;
  private final Counter unknown;
  private final Counter evictions;
  private final Counter merged;
  private final DistributionSummary write;
  private final AtomicLong queued = new AtomicLong();
  private final AtomicLong stateBytes = new AtomicLong();

  public SketchMeters(MeterRegistry registry) {
    this.registry = registry;
    events = counter("quipu.sketch.events", "Events recorded in sketches");
    retries = counter("quipu.sketch.retries", "Writes of a state that were not certainly durable");
    unknown = counter("quipu.sketch.unknown", "Updates given up with their outcome unknown");
    evictions = counter("quipu.sketch.evictions", "States that left memory, to be read again");
    merged = counter("quipu.sketch.merged", "Shards of ended writers merged into tallies");
    write =
        DistributionSummary.builder("quipu.sketch.write.events")
            .description("Events that shared one write of a state")
            .serviceLevelObjectives(1, 10, 100, 1_000, 10_000)
            .register(registry);
    for (Refusal why : Refusal.values()) {
      refused.put(
          why,
          Counter.builder("quipu.sketch.refused")
              .description("Events refused before anything was written")
              .tag("reason", why.name().toLowerCase(Locale.ROOT))
              .register(registry));
    }
    Gauge.builder("quipu.sketch.queued", queued, AtomicLong::get)
        .description("Events waiting for a write of their state, or in one")
        .register(registry);
    Gauge.builder("quipu.sketch.state.bytes", stateBytes, AtomicLong::get)
        .description("About how many bytes the states in memory take")
        .register(registry);
  }

  void recorded(long eventsInWrite) {
    events.increment((double) eventsInWrite);
    write.record((double) eventsInWrite);
  }

  void retried() {
    retries.increment();
  }

  void unknown() {
    unknown.increment();
  }

  void evicted() {
    evictions.increment();
  }

  void merged(int shards) {
    merged.increment(shards);
  }

  void refused(Refusal why, int refusedEvents) {
    Objects.requireNonNull(refused.get(why)).increment(refusedEvents);
  }

  void queued(int change) {
    queued.addAndGet(change);
  }

  void states(long change) {
    stateBytes.addAndGet(change);
  }

  private Counter counter(String name, String description) {
    return Counter.builder(name).description(description).register(registry);
  }
}
