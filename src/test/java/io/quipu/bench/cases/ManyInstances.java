package io.quipu.bench.cases;

import io.quipu.bench.load.Phase;
import io.quipu.bench.load.SocketLoad;
import io.quipu.bench.report.Figures;
import io.quipu.bench.report.Finding;
import io.quipu.bench.server.Servers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The same load on one, two and three instances. On one machine more of them cannot be faster; what
 * shows is what it costs that they share counters and partitions.
 */
final class ManyInstances implements Case {
  private static final int MOST = 3;
  private static final int COUNTERS = 1_000;

  @Override
  public String name() {
    return "instances";
  }

  @Override
  public String title() {
    return "One event per POST, 1,000 counters, spread over 1, 2 and 3 instances on one machine";
  }

  @Override
  public void run(Bench bench, Finding finding) throws Exception {
    finding.note(Servers.settingsInWords());
    for (int instances = 1; instances <= MOST; instances++) {
      List<SocketLoad> loads = loads(bench, instances);
      try {
        for (SocketLoad load : loads) {
          new WarmUp(bench.servers()).run(finding, new Side("POST", load, 1));
        }
        Calm.await(bench.servers());
        measure(bench, finding, loads);
      } finally {
        loads.forEach(SocketLoad::close);
      }
    }
  }

  private static List<SocketLoad> loads(Bench bench, int instances) throws IOException {
    List<SocketLoad> loads = new ArrayList<>();
    for (int i = 1; i <= instances; i++) {
      loads.add(
          Posts.of(
              bench.servers().quipu(i).address(),
              bench.connections() / instances,
              "instances-",
              COUNTERS,
              Posts.uniform(COUNTERS)));
    }
    return loads;
  }

  private static void measure(Bench bench, Finding finding, List<SocketLoad> loads) {
    String what = loads.size() + (loads.size() == 1 ? " instance" : " instances");
    CpuAccount account = new CpuAccount(what);
    for (int round = 0; round < bench.rounds(); round++) {
      Map<String, Double> start = bench.servers().cpu();
      List<CompletableFuture<Phase>> phases =
          loads.stream()
              .map(load -> CompletableFuture.supplyAsync(() -> load.closedLoop(bench.phase())))
              .toList();
      List<Phase> done = phases.stream().map(CompletableFuture::join).toList();
      Map<String, Double> end = bench.servers().cpu();
      Calm.await(bench.servers());
      account.add(
          done.stream().mapToDouble(phase -> (double) phase.good()).sum(),
          start,
          end,
          bench.servers().cpu());
      finding.note(
          what + ": " + Figures.of(done.stream().mapToDouble(Phase::perSecond).sum(), "events/s"));
    }
    account.tell(finding);
  }
}
