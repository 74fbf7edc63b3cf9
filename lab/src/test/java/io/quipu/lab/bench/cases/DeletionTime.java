package io.quipu.lab.bench.cases;

import io.quipu.lab.bench.load.HttpText;
import io.quipu.lab.bench.load.SocketLoad;
import io.quipu.lab.bench.server.Servers;
import io.quipu.testing.dev.KeyspaceStores;
import java.time.Duration;

/** The deletion of a namespace of many counters, and what its neighbour feels meanwhile. */
final class DeletionTime {
  private static final int COUNTERS = Integer.getInteger("counters", 1_000_000);
  private static final int NEIGHBOURS = 100;
  private static final int CONNECTIONS = 16;
  private static final int RATE = 100;
  private static final Duration WINDOW = Duration.ofSeconds(5);

  private final Bench bench;
  private final Api api;

  private DeletionTime(Bench bench) throws Exception {
    this.bench = bench;
    this.api = new Api(bench.quipu());
  }

  static void run(Bench bench) throws Exception {
    new DeletionTime(bench).run();
  }

  private void run() throws Exception {
    Servers servers = bench.servers();
    api.createNamespace("idle", "{}");
    api.createNamespace("quiet", "{}");
    try (KeyspaceStores keyspace = new KeyspaceStores(servers.variables(Servers.KEYSPACE))) {
      new IdleCounters(keyspace).make(COUNTERS);
    }
    Calm.await(servers);
    try (SocketLoad quiet =
        SocketLoad.http(
            bench.quipu(),
            CONNECTIONS,
            Posts.drawn(
                NEIGHBOURS,
                Posts.uniform(NEIGHBOURS),
                i -> HttpText.post("/v1/counters/quiet/c" + i + "/events")))) {
      quiet.atRate(RATE, WINDOW);
      Phases alone = new Phases();
      double before = servers.cpuOfCassandra();
      alone.add(quiet.atRate(RATE, bench.phase()));
      double share = (servers.cpuOfCassandra() - before) / bench.phase().toSeconds();
      Phases beside = new Phases();
      before = servers.cpuOfCassandra();
      long started = System.nanoTime();
      api.delete("/v1/namespaces/idle");
      while (isDeleting()) {
        beside.add(quiet.atRate(RATE, WINDOW));
      }
      double seconds = (System.nanoTime() - started) / 1e9;
      bench.note(
          "%,d counters gone after %.0f s; Cassandra took %.2f of a core, %.2f before"
              .formatted(COUNTERS, seconds, (servers.cpuOfCassandra() - before) / seconds, share));
      bench.finding().add(alone.latency("the quiet one", "alone"));
      bench.finding().add(beside.latency("the quiet one", "while the other is deleted"));
    }
  }

  private boolean isDeleting() throws Exception {
    return api.get("/v1/namespaces?deleting=true").contains("\"idle\"");
  }
}
