package io.quipu.testing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** Runs many seeds, each on one thread, and several threads at once. */
final class Seeds {
  private final boolean faults;
  private final LongFunction<Stress> stress;
  private final Supplier<Protocol> protocol;
  private final AtomicLong tasks = new AtomicLong();
  private final AtomicLong acknowledged = new AtomicLong();
  private final AtomicLong unknown = new AtomicLong();
  private final AtomicLong reads = new AtomicLong();
  private final AtomicLong collected = new AtomicLong();
  private final AtomicLong redelivered = new AtomicLong();

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

  /** Runs seeds in which much goes wrong, and demands that none of them finds anything. */
  static void pass(long first, int count) {
    Seeds seeds = new Seeds(true, Protocol::new);
    seeds.demandNoFailure(first, count);
    assertThat(seeds.collected()).isGreaterThan(count);
    assertThat(seeds.redelivered()).isGreaterThan(count / 20);
  }

  /** The same of seeds in which nothing goes wrong. */
  static void passWithoutFaults(long first, int count) {
    new Seeds(false, Protocol::new).demandNoFailure(first, count);
  }

  private void demandNoFailure(long first, int count) {
    List<Report> failures = failures(first, count, 1);
    assertThat(failures).as(() -> explain(failures.get(0))).isEmpty();
    assertThat(acknowledged()).isGreaterThan(100L * count);
  }

  /** Runs seeds from {@code first} on, until {@code most} of them have failed. */
  List<Report> failures(long first, int count, int most) {
    AtomicInteger next = new AtomicInteger();
    ConcurrentLinkedQueue<Report> failed = new ConcurrentLinkedQueue<>();
    Runnable work =
        () -> {
          for (int i = next.getAndIncrement();
              i < count && failed.size() < most;
              i = next.getAndIncrement()) {
            Report report =
                Simulation.run(first + i, faults, stress.apply(first + i), false, protocol);
            add(report.figures());
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

  private void add(Report.Figures figures) {
    tasks.addAndGet(figures.tasks());
    acknowledged.addAndGet(figures.acknowledged());
    unknown.addAndGet(figures.unknown());
    reads.addAndGet(figures.reads());
    collected.addAndGet(figures.collected());
    redelivered.addAndGet(figures.redelivered());
  }

  long collected() {
    return collected.get();
  }

  /** Events that were sent again when their first row was gone. */
  long redelivered() {
    return redelivered.get();
  }

  long acknowledged() {
    return acknowledged.get();
  }

  @Override
  public String toString() {
    return acknowledged
        + " events acknowledged, "
        + unknown
        + " unknown, "
        + reads
        + " reads, "
        + collected
        + " partitions collected, "
        + redelivered
        + " redeliveries after that, "
        + tasks
        + " steps";
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
