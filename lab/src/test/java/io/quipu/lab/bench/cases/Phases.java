package io.quipu.lab.bench.cases;

import io.quipu.lab.bench.load.Phase;
import io.quipu.lab.bench.report.Comparison;
import io.quipu.lab.bench.report.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/** Phases of one load, one in each round. */
final class Phases {
  private final List<Phase> all = new ArrayList<>();

  Phase add(Phase phase) {
    all.add(phase);
    return phase;
  }

  /** The 99th percentiles of both in each round, in milliseconds. */
  List<Comparison.Round> against(Phases other) {
    return IntStream.range(0, all.size())
        .mapToObj(round -> new Comparison.Round(millis(round), other.millis(round)))
        .toList();
  }

  /** The 99th percentile in each round, against a bound, in milliseconds. */
  List<Comparison.Round> againstMillis(double bound) {
    return IntStream.range(0, all.size())
        .mapToObj(round -> new Comparison.Round(millis(round), bound))
        .toList();
  }

  private double millis(int round) {
    return all.get(round).micros(99) / 1_000;
  }

  /** All rounds together. */
  Latency latency(String side, String load) {
    Histogram micros = new Histogram(3);
    all.forEach(phase -> micros.add(phase.micros()));
    return new Latency(side, load, sum(Phase::bad), micros);
  }

  /** The rate of some requests, over all rounds. */
  double perSecond(ToLongFunction<Phase> requests) {
    return sum(requests) / all.stream().mapToDouble(phase -> phase.time().toNanos() / 1e9).sum();
  }

  private long sum(ToLongFunction<Phase> requests) {
    return all.stream().mapToLong(requests).sum();
  }
}
