package io.quipu.engine.kinds.linear;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quipu.engine.kind.RecordOutcome.Refusal;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/** Meters of linear counters. Shared by all recording contexts. */
public final class LinearMeters {
  private final MeterRegistry registry;
  private final Counter events;
  private final Map<Refusal, Counter> refused = new EnumMap<>(Refusal.class);
  private final Counter pastBound;
  private final Counter conflicts;
  private final Counter doubts;
  private final Counter unknown;
  private final DistributionSummary step;
  private final AtomicInteger queued = new AtomicInteger();

  public LinearMeters(MeterRegistry registry) {
    this.registry = registry;
    events = counter("quipu.linear.events", "Events counted by linear counters");
    pastBound = counter("quipu.linear.past.bound", "Increments refused as they would pass a bound");
    conflicts = counter("quipu.linear.conflicts", "Steps that another instance was faster with");
    doubts = counter("quipu.linear.doubts", "Steps without an answer, settled by a serial read");
    unknown = counter("quipu.linear.unknown", "Increments given up with their outcome unknown");
    step =
        DistributionSummary.builder("quipu.linear.step.events")
            .description("Events that shared one compare-and-set")
            .serviceLevelObjectives(1, 10, 100, 1_000, 10_000)
            .register(registry);
    for (Refusal why : Refusal.values()) {
      refused.put(
          why,
          Counter.builder("quipu.linear.refused")
              .description("Events refused before anything was changed")
              .tag("reason", why.name().toLowerCase(Locale.ROOT))
              .register(registry));
    }
    Gauge.builder("quipu.linear.queued", queued, AtomicInteger::get)
        .description("Events waiting for a compare-and-set, or in one")
        .register(registry);
  }

  void applied(long eventsInStep) {
    events.increment((double) eventsInStep);
    step.record((double) eventsInStep);
  }

  void pastBound() {
    pastBound.increment();
  }

  void conflict() {
    conflicts.increment();
  }

  void doubt() {
    doubts.increment();
  }

  void unknown() {
    unknown.increment();
  }

  void refused(Refusal why, int refusedEvents) {
    Objects.requireNonNull(refused.get(why)).increment(refusedEvents);
  }

  void queued(int change) {
    queued.addAndGet(change);
  }

  private Counter counter(String name, String description) {
    return Counter.builder(name).description(description).register(registry);
  }
}
