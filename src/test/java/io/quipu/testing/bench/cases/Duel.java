package io.quipu.testing.bench.cases;

import io.quipu.testing.bench.load.Phase;
import io.quipu.testing.bench.report.Aim;
import io.quipu.testing.bench.report.Comparison;
import io.quipu.testing.bench.report.Figures;
import io.quipu.testing.bench.report.Finding;
import io.quipu.testing.bench.report.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Puts the same load on two sides in turn: A, B, A, B, ... so that whatever else the machine does
 * falls on both. Closes the loads of both.
 */
final class Duel implements AutoCloseable {
  private final Bench bench;
  private final Finding finding;
  private final Side a;
  private final Side b;

  Duel(Bench bench, Finding finding, Side a, Side b) {
    this.bench = bench;
    this.finding = finding;
    this.a = a;
    this.b = b;
  }

  /** What each achieves in a closed loop, and what CPU that takes. Answers the slower's rate. */
  double throughput(String what, String unit, Aim aim) {
    new WarmUp(bench.servers()).run(finding, a, b);
    calm();
    CpuAccount ofA = new CpuAccount(a.name());
    CpuAccount ofB = new CpuAccount(b.name());
    List<Comparison.Round> rounds = new ArrayList<>();
    double slower = Double.MAX_VALUE;
    for (int i = 0; i < bench.rounds(); i++) {
      double first = closedLoop(a, ofA);
      double second = closedLoop(b, ofB);
      rounds.add(new Comparison.Round(first * a.events(), second * b.events()));
      slower = Math.min(slower, Math.min(first, second));
    }
    finding.add(new Comparison(what, unit, a.name(), b.name(), aim, rounds));
    ofA.tell(finding);
    ofB.tell(finding);
    return slower;
  }

  private double closedLoop(Side side, CpuAccount account) {
    Map<String, Double> start = bench.servers().cpu();
    Phase phase = side.load().closedLoop(bench.phase());
    Map<String, Double> end = bench.servers().cpu();
    calm();
    account.add((double) phase.good() * side.events(), start, end, bench.servers().cpu());
    if (phase.bad() > 0) {
      finding.note(side.name() + " did not answer well " + phase.bad() + " requests");
    }
    return phase.perSecond();
  }

  private void calm() {
    if (!Calm.await(bench.servers())) {
      finding.note("the servers were not calm in time between two phases");
    }
  }

  /** The latencies of both at one rate, and the ratio of a percentile. */
  void latency(double requestsPerSecond, double percentile, Aim aim) {
    Histogram ofA = new Histogram(3);
    Histogram ofB = new Histogram(3);
    long failedA = 0;
    long failedB = 0;
    List<Comparison.Round> rounds = new ArrayList<>();
    for (int i = 0; i < bench.rounds(); i++) {
      Phase first = atRate(a, requestsPerSecond);
      Phase second = atRate(b, requestsPerSecond);
      ofA.add(first.micros());
      ofB.add(second.micros());
      failedA += first.bad();
      failedB += second.bad();
      rounds.add(new Comparison.Round(first.micros(percentile), second.micros(percentile)));
    }
    String load = Figures.of(requestsPerSecond, "requests/s");
    String what = "p" + Math.round(percentile) + " at " + load;
    finding.add(new Comparison(what, "µs", a.name(), b.name(), aim, rounds));
    finding.add(new Latency(a.name(), load, failedA, ofA));
    finding.add(new Latency(b.name(), load, failedB, ofB));
  }

  private Phase atRate(Side side, double perSecond) {
    calm();
    return side.load().atRate(perSecond, bench.phase());
  }

  @Override
  public void close() {
    try {
      a.load().close();
    } finally {
      b.load().close();
    }
  }
}
