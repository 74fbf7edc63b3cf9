package io.quipu.lab.bench.cases;

import io.quipu.lab.bench.load.Phase;
import io.quipu.lab.bench.report.Aim;
import io.quipu.lab.bench.report.Comparison;
import io.quipu.lab.bench.report.Figures;
import io.quipu.lab.bench.report.Finding;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts the same load on two sides in turn: A, B, A, B, ... so that whatever else the machine does
 * falls on both. Closes the loads of both.
 */
final class Duel implements AutoCloseable {
  private final Bench bench;
  private final Finding finding;
  private final Side a;
  private final Side b;

  Duel(Bench bench, Side a, Side b) {
    this.bench = bench;
    this.finding = bench.finding();
    this.a = a;
    this.b = b;
  }

  /** Finds the rate of each in a closed loop, and its CPU. Answers the slower's rate. */
  double throughput(String what, String unit, Aim aim) {
    WarmUp.run(bench, a, b);
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
    CpuAccount.Count count = account.begin(bench.servers());
    Phase phase = side.load().closedLoop(bench.phase());
    count.ended();
    calm();
    count.calm((double) phase.good() * side.events());
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

  /** Finds the latencies of both at one rate, and the ratio of their 99th percentiles. */
  void latency(double requestsPerSecond, Aim aim) {
    Phases ofA = new Phases();
    Phases ofB = new Phases();
    List<Comparison.Round> rounds = new ArrayList<>();
    for (int i = 0; i < bench.rounds(); i++) {
      Phase first = ofA.add(atRate(a, requestsPerSecond));
      Phase second = ofB.add(atRate(b, requestsPerSecond));
      rounds.add(new Comparison.Round(first.micros(99), second.micros(99)));
    }
    String load = Figures.of(requestsPerSecond, "requests/s");
    finding.add(new Comparison("p99 at " + load, "µs", a.name(), b.name(), aim, rounds));
    finding.add(ofA.latency(a.name(), load));
    finding.add(ofB.latency(b.name(), load));
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
