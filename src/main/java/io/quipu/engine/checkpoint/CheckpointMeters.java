package io.quipu.engine.checkpoint;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.time.GrowingAge;
import io.quipu.engine.time.LatencyBounds;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Meters of settling. */
public final class CheckpointMeters {
  private final MeterRegistry registry;
  private final Map<CasOutcome, Counter> outcomes = new EnumMap<>(CasOutcome.class);
  private final Counter settled;
  private final Counter duplicates;
  private final Counter conflicts;
  private final Counter failed;
  private final Timer step;
  private final Map<Integer, GrowingAge> unsettled = new ConcurrentHashMap<>();
  private final AtomicInteger pages = new AtomicInteger();

  public CheckpointMeters(MeterRegistry registry) {
    this.registry = registry;
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
    step =
        Timer.builder("quipu.checkpoint.step")
            .description(
                "A step of a page, from reading its rows to the end of its compare-and-set")
            .serviceLevelObjectives(LatencyBounds.all())
            .register(registry);
    Gauge.builder("quipu.unsettled.age.seconds", unsettled, CheckpointMeters::oldest)
        .description("Most that the oldest event may be old which this process has to settle")
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

  private static double oldest(Map<Integer, GrowingAge> parts) {
    return parts.values().stream().mapToDouble(GrowingAge::seconds).max().orElse(0);
  }

  /** A step took so long, whatever came of it. */
  public void stepTook(Duration time) {
    step.record(time);
  }

  /** The oldest event that is to be settled in a part is so old at most. */
  public void unsettled(int part, double seconds) {
    age(part).is(seconds);
  }

  /** There is nothing in a part that this process has to settle. */
  public void allSettled(int part) {
    age(part).isNothing();
  }

  private GrowingAge age(int part) {
    return unsettled.computeIfAbsent(part, this::register);
  }

  private GrowingAge register(int part) {
    GrowingAge age = new GrowingAge(0);
    Gauge.builder("quipu.part.lag.seconds", age, GrowingAge::seconds)
        .description("Most that the oldest event of a part may be old which is to be settled")
        .tag("part", Integer.toString(part))
        .register(registry);
    return age;
  }

  public void stepFailed() {
    failed.increment();
  }

  public void pages(int owned) {
    pages.set(owned);
  }
}
