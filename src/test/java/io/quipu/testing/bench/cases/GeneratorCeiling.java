package io.quipu.testing.bench.cases;

import io.quipu.testing.bench.load.HttpText;
import io.quipu.testing.bench.load.Phase;
import io.quipu.testing.bench.load.SocketLoad;
import io.quipu.testing.bench.report.Figures;
import io.quipu.testing.bench.report.Finding;
import io.quipu.testing.bench.report.Latency;
import io.quipu.testing.bench.server.Servers;
import java.util.Map;

/** Shows that the generator is not the bottleneck: what it achieves where nothing is to be done. */
final class GeneratorCeiling implements Case {
  private static final double RATE = 5_000;

  @Override
  public String name() {
    return "generator";
  }

  @Override
  public String title() {
    return "The load generator against a server that answers 201 at once: its own ceiling, and the"
        + " latency that it adds by itself";
  }

  @Override
  public void run(Bench bench, Finding finding) throws Exception {
    byte[] request = HttpText.post(Posts.path("hot"));
    try (SocketLoad load =
        Posts.of(bench.servers().constantServer().address(), bench.connections(), request)) {
      load.closedLoop(bench.phase());
      Map<String, Double> before = bench.servers().cpu();
      Phase phase = load.closedLoop(bench.phase());
      Map<String, Double> after = bench.servers().cpu();
      finding.note(
          "ceiling: "
              + Figures.of(phase.perSecond(), "requests/s")
              + ", "
              + Figures.of(
                  1e6
                      * (after.get(Servers.GENERATOR) - before.get(Servers.GENERATOR))
                      / phase.good(),
                  "µs of CPU per request in the generator"));
      Phase paced = load.atRate(RATE, bench.phase());
      finding.add(
          new Latency(
              "constant server", Figures.of(RATE, "requests/s"), paced.bad(), paced.micros()));
    }
  }
}
