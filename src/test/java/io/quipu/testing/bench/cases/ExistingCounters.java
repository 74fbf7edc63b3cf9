package io.quipu.testing.bench.cases;

import io.quipu.testing.bench.load.SocketLoad;
import io.quipu.testing.bench.report.Finding;
import io.quipu.testing.bench.server.Servers;
import io.quipu.testing.dev.KeyspaceStores;
import java.util.List;

/** What an event costs when ever more counters exist that nothing happens to. */
final class ExistingCounters implements Case {
  private static final List<Integer> EXIST = List.of(1_000, 100_000, 1_000_000);
  private static final String PREFIX = "active-";
  private static final int ACTIVE = 1_000;

  @Override
  public String name() {
    return "existing";
  }

  @Override
  public String title() {
    return "One event per POST, 1,000 active counters, while 10^3, 10^5 and 10^6 others exist";
  }

  @Override
  public void run(Bench bench, Finding finding) throws Exception {
    Servers servers = bench.servers();
    finding.note(Servers.settingsInWords());
    Audit audit = Audit.ofNumbered(PREFIX, ACTIVE);
    try (SocketLoad load =
            Posts.of(
                servers.quipu().address(),
                bench.connections(),
                PREFIX,
                ACTIVE,
                Posts.uniform(ACTIVE));
        KeyspaceStores keyspace = new KeyspaceStores(servers.variables(Servers.KEYSPACE))) {
      audit.watch(load, 1);
      IdleCounters idle = new IdleCounters(keyspace);
      new WarmUp(servers).run(finding, new Side("POST", load, 1));
      for (int exist : EXIST) {
        Calm.await(servers);
        idle.upTo(exist);
        Calm.await(servers);
        SteadyLoad.measure(bench, finding, "%,d exist".formatted(exist), List.of(load));
      }
      audit.check(servers, finding);
    }
  }
}
