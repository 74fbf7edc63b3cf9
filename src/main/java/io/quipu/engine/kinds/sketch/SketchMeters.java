package io.quipu.engine.kinds.sketch;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.ops.metrics.Meters;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/** Meters of sketches. Shared by all contexts. */
public final class SketchMeters {
  private final Counter events;
  private final Map<Refusal, Counter> refused;
  final Counter retries;
  final Counter unknown;
  final Counter evictions;
  private final Counter merged;
  private final DistributionSummary write;
  private final AtomicLong queued = new AtomicLong();
  private final AtomicLong stateBytes = new AtomicLong();

  public SketchMeters(MeterRegistry registry) {
    Meters meters = new Meters(registry);
    events = meters.counter("quipu.sketch.events", "Events recorded in sketches");
    retries =
        meters.counter("quipu.sketch.retries", "Writes of a state that were not certainly durable");
    unknown = meters.counter("quipu.sketch.unknown", "Updates given up with their outcome unknown");
    evictions =
        meters.counter("quipu.sketch.evictions", "States that left memory, to be read again");
    merged = meters.counter("quipu.sketch.merged", "Shards merged into tallies");
    write = meters.sizes("quipu.sketch.write.events", "Events that shared one write of a state");
    refused =
        meters.counters(
            "quipu.sketch.refused",
            "Events refused before anything was written",
            "reason",
            Refusal.class);
    meters.gauge(
        "quipu.sketch.queued", "Events waiting for a write of their state, or in one", queued);
    meters.gauge(
        "quipu.sketch.state.bytes", "About how many bytes the states in memory take", stateBytes);
  }

  /**
   * @param counted those of the events that count here, and not with another state
   */
  void recorded(long counted, long eventsInWrite) {
    events.increment((double) counted);
    write.record((double) eventsInWrite);
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
}
