package io.quipu.testing.bench.cases;

import io.quipu.testing.bench.load.Load;
import io.quipu.testing.bench.load.Phase;
import io.quipu.testing.bench.report.Figures;
import io.quipu.testing.bench.report.Finding;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Load without a rival: what it achieves in a closed loop, and what CPU that takes. */
final class SteadyLoad {
  private SteadyLoad() {}

  /**
   * Runs all loads together, round by round.
   *
   * @param what the findings are told of
   */
  static void measure(Bench bench, Finding finding, String what, List<? extends Load> loads) {
    CpuAccount account = new CpuAccount(what);
    for (int round = 0; round < bench.rounds(); round++) {
      Map<String, Double> start = bench.servers().cpu();
      List<Phase> phases = together(bench, loads);
      Map<String, Double> end = bench.servers().cpu();
      Calm.await(bench.servers());
      double events = phases.stream().mapToDouble(phase -> (double) phase.good()).sum();
      account.add(events, start, end, bench.servers().cpu());
      double perSecond = phases.stream().mapToDouble(Phase::perSecond).sum();
      finding.note(what + ": " + Figures.of(perSecond, "events/s"));
    }
    account.tell(finding);
  }

  private static List<Phase> together(Bench bench, List<? extends Load> loads) {
    List<CompletableFuture<Phase>> phases =
        loads.stream()
            .map(load -> CompletableFuture.supplyAsync(() -> load.closedLoop(bench.phase())))
            .toList();
    return phases.stream().map(CompletableFuture::join).toList();
  }
}
