package io.quipu.engine.checkpoint;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.time.GrowingAge;
import io.quipu.ops.metrics.Meters;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Meters of settling. */
public final class CheckpointMeters {
  private final Meters meters;
  private final Map<CasOutcome, Counter> outcomes = new EnumMap<>(CasOutcome.class);
  private final Counter settled;
  private final Counter duplicates;
  private final Counter conflicts;
  final Counter failed;
  final Counter large;
  private final Timer step;
  private final Map<Integer, GrowingAge> unsettled = new ConcurrentHashMap<>();
  private final AtomicInteger pages = new AtomicInteger();

  public CheckpointMeters(MeterRegistry registry) {
    this.meters = new Meters(registry);
    for (CasOutcome outcome : CasOutcome.values()) {
      outcomes.put(
          outcome,
          meters.counter(
              "quipu.checkpoints",
              "Compare-and-sets of pages by outcome",
              "outcome",
              tag(outcome)));
    }
    settled = meters.counter("quipu.events.settled", "Events settled by this process");
    duplicates =
        meters.counter(
            "quipu.events.duplicate",
            "Settled events whose id had been counted before, conflicts included");
    conflicts =
        meters.counter(
            "quipu.events.conflict", "Settled events whose id had been counted with another delta");
    failed =
        meters.counter(
            "quipu.checkpoint.failed",
            "Steps of a page, and looks at a part, that failed; they are repeated");
    large =
        meters.counter(
            "quipu.checkpoint.large",
            "States of counters above 1 MiB that a step has written; a log line names them");
    step =
        meters.timer(
            "quipu.checkpoint.step",
            "A step of a page, from reading its rows to the end of its compare-and-set");
    meters.gauge(
        "quipu.unsettled.age.seconds",
        "Most that the oldest event may be old which this process has to settle",
        unsettled,
        CheckpointMeters::oldest);
    meters.gauge("quipu.checkpoint.pages", "Pages that this process settles", pages);
  }

  private static String tag(CasOutcome outcome) {
    return switch (outcome) {
      case APPLIED -> "applied";
      case REFUSED -> "superseded";
      case UNKNOWN -> "unknown";
    };
  }

  /** Counts one compare-and-set by its outcome. */
  public void outcome(CasOutcome outcome) {
    Counter counter = outcomes.get(outcome);
    if (counter != null) {
      counter.increment();
    }
  }

  /**
   * Counts the events of an applied step.
   *
   * @param counted the number of events that count
   * @param moreDuplicates the number of events that repeat a counted id
   * @param moreConflicts the number of these duplicates that have another delta
   */
  public void settled(long counted, long moreDuplicates, long moreConflicts) {
    settled.increment((double) counted);
    duplicates.increment((double) moreDuplicates);
    conflicts.increment((double) moreConflicts);
  }

  private static double oldest(Map<Integer, GrowingAge> parts) {
    return parts.values().stream().mapToDouble(GrowingAge::seconds).max().orElse(0);
  }

  /** Records the time of a step that sent a compare-and-set, whatever the outcome. */
  public void stepTook(Duration time) {
    step.record(time);
  }

  /** Sets an upper bound for the age of the oldest unsettled event of a part. */
  public void unsettled(int part, double seconds) {
    age(part).is(seconds);
  }

  /** Sets the age of a part to 0, because this process has nothing to settle in the part. */
  public void allSettled(int part) {
    age(part).isNothing();
  }

  private GrowingAge age(int part) {
    return unsettled.computeIfAbsent(part, this::register);
  }

  private GrowingAge register(int part) {
    GrowingAge age = new GrowingAge(0);
    meters.gauge(
        "quipu.part.lag.seconds",
        "Most that the oldest event of a part may be old which is to be settled",
        age,
        GrowingAge::seconds,
        "part",
        Integer.toString(part));
    return age;
  }

  public void pages(int owned) {
    pages.set(owned);
  }
}
