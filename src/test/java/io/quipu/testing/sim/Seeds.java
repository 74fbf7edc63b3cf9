package io.quipu.testing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.sim.Report.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** Runs many seeds, each on one thread, and several threads at once. */
final class Seeds {
  private final boolean faults;
  private final LongFunction<Stress> stress;
  private final Supplier<Protocol> protocol;
  private final AtomicReference<Figures> all = new AtomicReference<>(Figures.NONE);

  /** Runs as the build makes them; nothing is strained where nothing goes wrong. */
  Seeds(boolean faults, Supplier<Protocol> protocol) {
    this(faults, seed -> faults ? Stress.of(seed) : Stress.NONE, protocol);
  }

  /** Runs that strain a part of the protocol. */
  Seeds(Stress stress, Supplier<Protocol> protocol) {
    this(true, seed -> stress, protocol);
  }

  /** Runs that strain what {@code stress} says for their seed. */
  Seeds(boolean faults, LongFunction<Stress> stress, Supplier<Protocol> protocol) {
    this.faults = faults;
    this.stress = stress;
    this.protocol = protocol;
  }

  /**
   * Runs seeds in which much goes wrong, and demands that none of them finds anything, and that
   * they reach what happens seldom.
   */
  static void pass(long first, int count) {
    Seeds seeds = new Seeds(true, Protocol::new);
    seeds.demandNoFailure(first, count);
    assertThat(seeds.all.get().collected()).isGreaterThan(count);
    assertThat(seeds.all.get().redelivered()).isGreaterThan(count / 20);
  }

  /**
   * Runs seeds that nobody has tried before, and demands that none of them finds anything. What
   * they reach is up to chance: redeliveries after a collection are some ten in a hundred seeds,
   * many of them in the same run.
   */
  static void passFresh(int count) {
    new Seeds(true, Protocol::new).demandNoFailure(fresh("mvn -Psimulate -Dseeds=" + count), count);
  }

  /** Draws a first seed that nobody has tried before, and prints how to run it again. */
  static long fresh(String command) {
    long first = 1_000_000L + new Random().nextInt(Integer.MAX_VALUE);
    System.out.printf("fresh seeds: %s -Dfrom=%d%n", command, first);
    return first;
  }

  /** The same of seeds in which nothing goes wrong. */
  static void passWithoutFaults(long first, int count) {
    new Seeds(false, Protocol::new).demandNoFailure(first, count);
  }

  /** Runs seeds that strain one part of the protocol. */
  static void passStrained(Stress stress, long first, int count) {
    new Seeds(stress, Protocol::new).demandNone(first, count);
  }

  private void demandNone(long first, int count) {
    List<Report> failures = failures(first, count);
    assertThat(failures).as(() -> explain(failures.get(0))).isEmpty();
  }

  private void demandNoFailure(long first, int count) {
    demandNone(first, count);
    assertThat(all.get().acknowledged()).isGreaterThan(100L * count);
  }

  /** Runs seeds from {@code first} on, until one of them has failed. */
  List<Report> failures(long first, int count) {
    AtomicInteger next = new AtomicInteger();
    ConcurrentLinkedQueue<Report> failed = new ConcurrentLinkedQueue<>();
    Runnable work =
        () -> {
          for (int i = next.getAndIncrement();
              i < count && failed.isEmpty();
              i = next.getAndIncrement()) {
            Report report =
                Simulation.run(first + i, faults, stress.apply(first + i), false, protocol);
            all.accumulateAndGet(report.figures(), Figures::plus);
            if (!report.passed()) {
              failed.add(report);
            }
          }
        };
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
      threads.add(new Thread(work, "seeds-" + i));
    }
    threads.forEach(Thread::start);
    threads.forEach(Seeds::join);
    return failed.stream().sorted((a, b) -> Long.compare(a.seed(), b.seed())).toList();
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public String toString() {
    Figures sum = all.get();
    return String.format(
        "%d events acknowledged, %d unknown, %d reads, %d partitions collected,"
            + " %d redeliveries after that, %d steps",
        sum.acknowledged(),
        sum.unknown(),
        sum.reads(),
        sum.collected(),
        sum.redelivered(),
        sum.tasks());
  }

  /** A failed run in full: it is run again, and traced. */
  String explain(Report failed) {
    Report traced =
        Simulation.run(failed.seed(), faults, stress.apply(failed.seed()), true, protocol);
    List<String> lines = traced.trace();
    int from = Math.max(0, lines.size() - 400);
    return "seed "
        + failed.seed()
        + " violates: "
        + String.join(
            "\n  ", failed.violations().subList(0, Math.min(5, failed.violations().size())))
        + "\nreplay with the whole trace: "
        + failed.command()
        + "\n"
        + String.join("\n", lines.subList(from, lines.size()));
  }
}
