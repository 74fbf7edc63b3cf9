package io.quipu.testing.bench.cases;

import io.quipu.testing.bench.load.SocketLoad;
import io.quipu.testing.bench.report.Finding;
import io.quipu.testing.bench.server.Servers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The same load on one, two and three instances. On one machine more of them cannot be faster; what
 * shows is what it costs that they share counters and partitions.
 */
final class ManyInstances implements Case {
  private static final int MOST = 3;
  private static final String PREFIX = "instances-";
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
    Audit audit = Audit.ofNumbered(PREFIX, COUNTERS);
    for (int instances = 1; instances <= MOST; instances++) {
      List<SocketLoad> loads = loads(bench, instances);
      loads.forEach(load -> audit.watch(load, 1));
      try {
        for (SocketLoad load : loads) {
          new WarmUp(bench.servers()).run(finding, new Side("POST", load, 1));
        }
        Calm.await(bench.servers());
        String what = instances + (instances == 1 ? " instance" : " instances");
        SteadyLoad.measure(bench, finding, what, loads);
      } finally {
        loads.forEach(SocketLoad::close);
      }
    }
    audit.check(bench.servers(), finding);
  }

  private static List<SocketLoad> loads(Bench bench, int instances) throws IOException {
    List<SocketLoad> loads = new ArrayList<>();
    for (int i = 1; i <= instances; i++) {
      loads.add(
          Posts.of(
              bench.servers().quipu(i).address(),
              bench.connections() / instances,
              PREFIX,
              COUNTERS,
              Posts.uniform(COUNTERS)));
    }
    return loads;
  }
}
