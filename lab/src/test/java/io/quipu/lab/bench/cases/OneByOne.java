package io.quipu.lab.bench.cases;

import io.quipu.lab.bench.report.Aim;
import io.quipu.lab.bench.report.Comparison;
import io.quipu.lab.bench.report.Latency;
import java.io.IOException;
import java.util.List;
import org.HdrHistogram.Histogram;

/** One client that waits for each answer, of two sides in turn. */
final class OneByOne {
  /** Asks a side for the so-manieth time; answers how long that took. */
  @FunctionalInterface
  interface Question {
    long nanos(int number) throws IOException;
  }

  private OneByOne() {}

  static void compare(
      Bench bench, String what, String a, Question ofA, String b, Question ofB, Aim aim)
      throws Exception {
    Histogram allOfA = new Histogram(3);
    Histogram allOfB = new Histogram(3);
    List<Comparison.Round> rounds =
        bench.measure(
            () -> {
              Histogram someOfA = new Histogram(3);
              Histogram someOfB = new Histogram(3);
              long end = System.nanoTime() + bench.phase().toNanos();
              for (int i = 0; System.nanoTime() < end; i++) {
                someOfA.recordValue(ofA.nanos(i) / 1_000);
                someOfB.recordValue(ofB.nanos(i) / 1_000);
              }
              allOfA.add(someOfA);
              allOfB.add(someOfB);
              return new Comparison.Round(
                  someOfA.getValueAtPercentile(50), someOfB.getValueAtPercentile(50));
            });
    bench.finding().add(new Comparison("p50, " + what, "µs", a, b, aim, rounds));
    bench.finding().add(new Latency(a + ", " + what, "one client", 0, allOfA));
    bench.finding().add(new Latency(b + ", " + what, "one client", 0, allOfB));
  }
}
