package io.quipu.engine.kinds.linear;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.ops.metrics.Meters;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/** Meters of linear counters. Shared by all recording contexts. */
public final class LinearMeters {
  private final Counter events;
  private final Map<Refusal, Counter> refused;
  final Counter pastBound;
  final Counter conflicts;
  final Counter doubts;
  final Counter unknown;
  private final DistributionSummary step;
  private final AtomicInteger queued = new AtomicInteger();

  public LinearMeters(MeterRegistry registry) {
    Meters meters = new Meters(registry);
    events = meters.counter("quipu.linear.events", "Events counted by linear counters");
    pastBound =
        meters.counter("quipu.linear.past.bound", "Increments refused as they would pass a bound");
    conflicts =
        meters.counter("quipu.linear.conflicts", "Steps that another instance was faster with");
    doubts =
        meters.counter("quipu.linear.doubts", "Steps without an answer, settled by a serial read");
    unknown =
        meters.counter("quipu.linear.unknown", "Increments given up with their outcome unknown");
    step = meters.sizes("quipu.linear.step.events", "Events that shared one compare-and-set");
    refused =
        meters.counters(
            "quipu.linear.refused",
            "Events refused before anything was changed",
            "reason",
            Refusal.class);
    meters.gauge("quipu.linear.queued", "Events waiting for a compare-and-set, or in one", queued);
  }

  /** Counts the step of an attempt that was applied. */
  void applied(LinearAttempt attempt) {
    events.increment((double) attempt.happenings());
    step.record(attempt.events());
  }

  void refused(Refusal why, int refusedEvents) {
    Objects.requireNonNull(refused.get(why)).increment(refusedEvents);
  }

  void queued(int change) {
    queued.addAndGet(change);
  }
}
