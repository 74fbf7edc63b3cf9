package io.quipu.lab.strategies.measure;

import io.quipu.lab.strategies.strategy.Line;
import io.quipu.lab.strategies.strategy.Strategy;
import io.quipu.lab.strategies.strategy.Writer;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The measurement of one way to count, in steps, so that each step can run for all ways before the
 * next step begins. Each step blocks until it is complete.
 */
public final class Measurement {
  /** The number of turns in which speed is measured. The median of the turns is the result. */
  public static final int TURNS = 3;

  private static final int READ_SHARE = 10;
  private static final int FEWEST_READS = 10;
  private static final int MOST_READS = 2_000;

  private final String title;
  private final boolean ours;
  private final Strategy strategy;
  private final Plan plan;
  private final Map<Trouble, Result.Outcome> outcomes = new EnumMap<>(Trouble.class);
  private final List<Double> speeds = new ArrayList<>();
  private final Map<Integer, Duration> reads = new TreeMap<>();
  private long failed;

  /**
   * @param title the name of the way
   * @param ours whether the way is a kind of Quipu
   */
  public Measurement(String title, boolean ours, Strategy strategy, Plan plan) {
    this.title = title;
    this.ours = ours;
    this.strategy = strategy;
    this.plan = plan;
  }

  public void troubles() {
    for (Trouble trouble : Trouble.values()) {
      outcomes.put(trouble, new TroubledRun(strategy, plan, trouble).outcome());
    }
  }

  /** Runs a turn that is not part of the result. */
  public void warmUp() {
    count("warm-up");
    failed = 0;
  }

  /** Measures the speed in one turn: each answer makes its client send the next increment. */
  public void turn() {
    speeds.add(count("speed") * 1e9 / turnNanos());
  }

  private long turnNanos() {
    return plan.time().toNanos() / TURNS;
  }

  /** Increments for one turn. Returns the number of increments answered within the turn. */
  private long count(String name) {
    Writer writer = strategy.writer(0, Clock.systemUTC(), Line.reliable());
    String run = name + "-" + speeds.size() + "-";
    long end = System.nanoTime() + turnNanos();
    AtomicLong next = new AtomicLong();
    LongAdder inTime = new LongAdder();
    Clients clients =
        new Clients(
            () -> {
              long i = next.getAndIncrement();
              return isOver(end)
                  ? null
                  : () ->
                      writer
                          .increment(name + "-" + i % plan.counters(), run + i)
                          .get()
                          .thenAccept(answer -> inTime.add(isOver(end) ? 0 : 1));
            });
    clients.run(plan.clients());
    failed += clients.failed();
    return inTime.sum();
  }

  private static boolean isOver(long end) {
    return System.nanoTime() - end >= 0;
  }

  public void reads() {
    for (int events : plan.events()) {
      reads.put(events, read(events));
    }
  }

  /** Returns the median time of reads, one after the other. Fails if the first count is wrong. */
  private Duration read(int events) {
    String counter = "read-" + events;
    strategy.seed(counter, events);
    long found = strategy.read(counter);
    if (found != events) {
      throw new IllegalStateException(found + " were counted of " + events + " events");
    }
    long time = plan.time().toNanos() / READ_SHARE;
    // Warms up without a result.
    reads(counter, time / 2);
    List<Long> nanos = reads(counter, time);
    Collections.sort(nanos);
    return Duration.ofNanos(nanos.get(nanos.size() / 2));
  }

  private List<Long> reads(String counter, long time) {
    List<Long> nanos = new ArrayList<>();
    long start = System.nanoTime();
    long last = start;
    while (nanos.size() < FEWEST_READS || (last - start < time && nanos.size() < MOST_READS)) {
      strategy.read(counter);
      long now = System.nanoTime();
      nanos.add(now - last);
      last = now;
    }
    return nanos;
  }

  /** Returns the result of the steps so far. */
  public Result result() {
    speeds.sort(Comparator.naturalOrder());
    double speed = speeds.isEmpty() ? Double.NaN : speeds.get(speeds.size() / 2);
    return new Result(title, ours, speed, failed, reads, outcomes);
  }
}
