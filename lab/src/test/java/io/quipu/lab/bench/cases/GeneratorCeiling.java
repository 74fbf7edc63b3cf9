package io.quipu.lab.bench.cases;

import io.quipu.lab.bench.load.HttpText;
import io.quipu.lab.bench.load.Phase;
import io.quipu.lab.bench.load.SocketLoad;
import io.quipu.lab.bench.report.Figures;
import io.quipu.lab.bench.server.Servers;
import java.net.InetSocketAddress;

/** Shows that the generator is not the bottleneck: a server that has nothing to do. */
final class GeneratorCeiling {
  private static final double RATE = 5_000;

  private GeneratorCeiling() {}

  static void run(Bench bench) throws Exception {
    byte[] request = HttpText.post(Posts.path("hot"));
    InetSocketAddress server = bench.servers().constantServer().address();
    try (SocketLoad load = SocketLoad.http(server, bench.connections(), () -> request)) {
      load.closedLoop(bench.phase());
      double before = bench.servers().cpu().get(Servers.GENERATOR);
      Phase phase = load.closedLoop(bench.phase());
      double used = bench.servers().cpu().get(Servers.GENERATOR) - before;
      bench.note(
          "ceiling: "
              + Figures.of(phase.perSecond(), "requests/s")
              + ", "
              + Figures.of(1e6 * used / phase.good(), "µs of CPU per request in the generator"));
      Phases paced = new Phases();
      paced.add(load.atRate(RATE, bench.phase()));
      bench.finding().add(paced.latency("constant server", Figures.of(RATE, "requests/s")));
    }
  }
}
