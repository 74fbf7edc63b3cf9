package io.quipu.engine.ingest;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.ops.metrics.Meters;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/** Meters of recording. Shared by all ingesting contexts. */
public final class IngestMeters {
  private final Counter events;
  private final Counter rows;
  final Counter unknown;
  final Counter retries;
  private final Map<Refusal, Counter> refused;
  private final DistributionSummary batch;
  private final Timer latency;
  private final AtomicInteger queued = new AtomicInteger();

  public IngestMeters(MeterRegistry registry) {
    Meters meters = new Meters(registry);
    events = meters.counter("quipu.events.recorded", "Events acknowledged");
    rows = meters.counter("quipu.rows.written", "Rows of acknowledged writes");
    unknown = meters.counter("quipu.writes.unknown", "Writes given up with their outcome unknown");
    retries = meters.counter("quipu.writes.retried", "Repetitions of a write, with the same rows");
    batch = meters.sizes("quipu.write.events", "Events that shared one write");
    latency =
        meters.timer(
            "quipu.write.latency", "From sending a write to its decision, repetitions included");
    refused =
        meters.counters(
            "quipu.events.refused",
            "Events refused before anything was written",
            "reason",
            Refusal.class);
    meters.gauge("quipu.events.queued", "Events waiting for a write", queued);
  }

  /**
   * Counts a write whose rows are durable and confirmed. A write of a reset has no events, and the
   * reset may still wait for its acknowledgement.
   */
  void written(WrittenRows write, Duration took) {
    events.increment((double) write.happenings());
    rows.increment(write.rows());
    batch.record(write.events());
    latency.record(took);
  }

  /** Counts events that were refused. No row of these events was written. */
  public void refused(Refusal why, int refusedEvents) {
    Objects.requireNonNull(refused.get(why)).increment(refusedEvents);
  }

  /** Changes the number of events that wait for a write. */
  public void queued(int change) {
    queued.addAndGet(change);
  }
}
