package io.quipu.lab.bench.cases;

import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.lab.bench.report.Aim;
import io.quipu.lab.bench.report.Comparison;
import io.quipu.lab.bench.server.LocalPorts;
import io.quipu.lab.bench.server.Servers;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** The requests of an instance to Cassandra while nobody asks anything of it. */
final class IdleStatements {
  private static final double ALLOWED = 10;
  private static final int COUNTERS = 1_000;
  private static final Duration SPELL = Duration.ofSeconds(30);

  private IdleStatements() {}

  static void run(Bench bench) throws Exception {
    Servers servers = bench.servers();
    bench.note("by request_count of system_views.clients; heartbeats of the driver count, too");
    Api api = new Api(bench.quipu());
    long before = api.settled();
    api.recordOneOfEach(Posts.names("idle-", COUNTERS));
    api.awaitSettled(before + COUNTERS);
    Calm.await(servers);
    Calm.lasting(SPELL);
    List<Comparison.Round> rounds =
        bench.measure(() -> new Comparison.Round(perSecond(servers), ALLOWED));
    bench
        .finding()
        .add(new Comparison("when idle", "requests/s", "Quipu", "allowed", Aim.atMost(1), rounds));
  }

  private static double perSecond(Servers servers) throws IOException {
    long since = System.nanoTime();
    long before = requests(servers);
    Calm.lasting(SPELL);
    return (requests(servers) - before) / ((System.nanoTime() - since) / 1e9);
  }

  private static long requests(Servers servers) throws IOException {
    Set<Integer> ports = LocalPorts.of(servers.quipu().pid());
    long requests = 0;
    for (Row client :
        servers.session().execute("SELECT port, request_count FROM system_views.clients")) {
      requests += ports.contains(client.getInt(0)) ? client.getLong(1) : 0;
    }
    if (requests == 0) {
      throw new IllegalStateException("Cassandra knows no connection of the service");
    }
    return requests;
  }
}
