package io.quipu.checkpoint;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quipu.store.CasOutcome;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Meters of settling. */
public final class CheckpointMeters {
  private final Map<CasOutcome, Counter> outcomes = new EnumMap<>(CasOutcome.class);
  private final Counter settled;
  private final Counter duplicates;
  private final Counter conflicts;
  private final Counter failed;
  private final AtomicInteger pages = new AtomicInteger();

  public CheckpointMeters(MeterRegistry registry) {
    for (CasOutcome outcome : CasOutcome.values()) {
      outcomes.put(
          outcome,
          Counter.builder("quipu.checkpoints")
              .description("Compare-and-sets of pages by outcome")
              .tag("outcome", tag(outcome))
              .register(registry));
    }
    settled =
        Counter.builder("quipu.events.settled")
            .description("Events settled by this process")
            .register(registry);
    duplicates =
        Counter.builder("quipu.events.duplicate")
            .description("Settled events whose id had been counted before, conflicts included")
            .register(registry);
    conflicts =
        Counter.builder("quipu.events.conflict")
            .description("Settled events whose id had been counted with another delta")
            .register(registry);
    failed =
        Counter.builder("quipu.checkpoint.failed")
            .description("Steps of a page, and looks at a part, that failed; they are repeated")
            .register(registry);
    Gauge.builder("quipu.checkpoint.pages", pages, AtomicInteger::get)
        .description("Pages that this process settles")
        .register(registry);
  }

  private static String tag(CasOutcome outcome) {
    return switch (outcome) {
      case APPLIED -> "applied";
      case REFUSED -> "superseded";
      case UNKNOWN -> "unknown";
    };
  }

  /** What became of a compare-and-set. */
  public void outcome(CasOutcome outcome) {
    Counter counter = outcomes.get(outcome);
    if (counter != null) {
      counter.increment();
    }
  }

  /**
   * A step took in events.
   *
   * @param moreConflicts are among the duplicates
   */
  public void settled(long counted, long moreDuplicates, long moreConflicts) {
    settled.increment((double) counted);
    duplicates.increment((double) moreDuplicates);
    conflicts.increment((double) moreConflicts);
  }

  public void stepFailed() {
    failed.increment();
  }

  public void pages(int owned) {
    pages.set(owned);
  }
}
