package io.quipu.lab.bench.cases;

import io.quipu.lab.bench.server.Servers;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * Puts load on both sides in turn until the JVMs, Cassandra's above all, have compiled what they
 * are going to. On two cores that takes minutes after a start, and until then it is their compilers
 * that are measured: they took half of the CPU of the first rounds.
 */
final class WarmUp {
  private static final Duration TURN = Duration.ofSeconds(3);
  private static final Duration PATIENCE = Duration.ofSeconds(Integer.getInteger("warmup", 90));

  /** Of one core, all compilers together. */
  private static final double WARM = 0.08;

  private WarmUp() {}

  static void run(Bench bench, Side... sides) {
    run(
        bench,
        Arrays.stream(sides).map(side -> (Runnable) () -> side.load().closedLoop(TURN)).toList());
  }

  /** With loads that end by themselves, after some seconds at most. */
  static void run(Bench bench, List<Runnable> loads) {
    long started = System.nanoTime();
    double left = Double.MAX_VALUE;
    while (left > WARM && System.nanoTime() - started < PATIENCE.toNanos()) {
      left = 0;
      for (Runnable load : loads) {
        left = Math.max(left, compiling(bench.servers(), load));
      }
    }
    bench.note(
        "warm-up: %.0f s, in the last round compilers still used %.2f cores"
            .formatted((System.nanoTime() - started) / 1e9, left));
  }

  /** The cores that compilers used under a load. */
  private static double compiling(Servers servers, Runnable load) {
    double before = servers.compilers();
    long started = System.nanoTime();
    load.run();
    return (servers.compilers() - before) / ((System.nanoTime() - started) / 1e9);
  }
}
