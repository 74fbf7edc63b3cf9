package io.quipu.sim;

import io.quipu.checkpoint.SettlingThrottle;
import io.quipu.counter.CounterName;
import io.quipu.counter.Span;
import io.quipu.sim.core.SeededRandom;
import io.quipu.store.DirtyCounters;
import io.quipu.writer.WriterSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What one run is about: drawn from its seed.
 *
 * @param tagged counters whose events are told apart by their deltas
 * @param bulk counters with deltas of both signs
 * @param nanos how long there is load, and whatever goes wrong
 * @param collects whether nothing is retained: long runs, as buckets fall due after two minutes
 */
public record Scenario(
    boolean faults,
    Stress stress,
    int instances,
    int lanes,
    boolean confirmed,
    WriterSettings writer,
    Duration checkpointPeriod,
    List<CounterName> tagged,
    List<CounterName> bulk,
    long nanos,
    boolean collects) {
  static Scenario of(boolean faults, Stress stress, SeededRandom random) {
    return switch (stress) {
      case NONE -> ordinary(faults, random);
      case SETTLING -> settling(random);
      case GROUP -> group(random);
    };
  }

  private static Scenario settling(SeededRandom random) {
    return new Scenario(
        true,
        Stress.SETTLING,
        3,
        1,
        false,
        new WriterSettings(Duration.ofSeconds(5), Duration.ofMillis(200), true),
        Duration.ofMillis(random.pick(List.of(20, 50, 100))),
        names("tagged", 4),
        names("bulk", 1),
        (15 + random.below(10)) * SeededRandom.SECOND,
        false);
  }

  private static Scenario group(SeededRandom random) {
    return new Scenario(
        true,
        Stress.GROUP,
        3,
        1,
        false,
        new WriterSettings(Duration.ofSeconds(1), Duration.ofMillis(200), true),
        Duration.ofMillis(20),
        names("tagged", 6),
        names("bulk", 1),
        (12 + random.below(10)) * SeededRandom.SECOND,
        false);
  }

  private static Scenario ordinary(boolean faults, SeededRandom random) {
    Duration lease = Duration.ofMillis(random.pick(List.of(1_000, 2_000, 3_000)));
    Duration heartbeat = lease.dividedBy(random.pick(List.of(4, 6)));
    boolean collects = random.chance(0.25);
    return new Scenario(
        faults,
        Stress.NONE,
        2 + random.below(3),
        1 + random.below(2),
        random.chance(0.25),
        new WriterSettings(lease, heartbeat, true),
        Duration.ofMillis(random.pick(List.of(200, 500, 1_000))),
        names("tagged", 3),
        names("bulk", 1),
        (30 + random.below(40) + (collects ? 80 : 0)) * SeededRandom.SECOND,
        collects);
  }

  private static List<CounterName> names(String prefix, int count) {
    List<CounterName> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      names.add(new CounterName("sim", prefix + i));
    }
    return List.copyOf(names);
  }

  /** Where the group is strained, settling never rests, so that what comes too late is missed. */
  SettlingThrottle throttle() {
    return stress == Stress.GROUP ? SettlingThrottle.NONE : SettlingThrottle.USUAL;
  }

  /** Where settling is strained, epochs of others are taken over in a fraction of the time. */
  Duration takeoverWait() {
    return stress == Stress.NONE ? Duration.ofSeconds(3) : Duration.ofMillis(100);
  }

  /**
   * Counters share few, but where the group is strained each write is one more that may be late.
   */
  int partitions() {
    return stress == Stress.GROUP ? 16 : 2;
  }

  /** How long rows are kept. */
  Span retain() {
    return collects ? new Span("0s") : Span.FOREVER;
  }

  /** So long that most reads are done in half of it. */
  Duration collectionWait() {
    return Duration.ofSeconds(collects ? 4 : 60);
  }

  List<CounterName> counters() {
    List<CounterName> all = new ArrayList<>(tagged);
    all.addAll(bulk);
    return all;
  }

  Set<Integer> slots() {
    Set<Integer> slots = new TreeSet<>();
    counters().forEach(counter -> slots.add(DirtyCounters.slotOf(counter)));
    return slots;
  }
}
