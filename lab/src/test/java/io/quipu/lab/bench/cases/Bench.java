package io.quipu.lab.bench.cases;

import io.quipu.lab.bench.report.Comparison;
import io.quipu.lab.bench.report.Finding;
import io.quipu.lab.bench.server.Servers;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * The servers of a case and its settings.
 *
 * @param finding is told what is found
 * @param seconds how long a phase of load lasts
 * @param rounds how often both sides are measured
 * @param connections how many a closed loop uses, with a request in flight on each
 */
public record Bench(Servers servers, Finding finding, int seconds, int rounds, int connections) {
  Duration phase() {
    return Duration.ofSeconds(seconds);
  }

  /** The address of the service. */
  InetSocketAddress quipu() throws IOException {
    return servers.quipu().address();
  }

  void note(String note) {
    finding.note(note);
  }

  /** Measures all rounds, each when the servers are calm. */
  List<Comparison.Round> measure(Callable<Comparison.Round> round) throws Exception {
    List<Comparison.Round> all = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      Calm.await(servers);
      all.add(round.call());
    }
    return all;
  }
}
