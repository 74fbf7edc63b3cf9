package io.quipu.testing.bench.cases;

import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.testing.bench.report.Aim;
import io.quipu.testing.bench.report.Comparison;
import io.quipu.testing.bench.report.Finding;
import io.quipu.testing.bench.server.LocalPorts;
import io.quipu.testing.bench.server.ServerProcess;
import io.quipu.testing.bench.server.Servers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** What an instance asks of Cassandra while nobody asks anything of it, as Cassandra counts it. */
final class IdleStatements implements Case {
  private static final double ALLOWED = 10;
  private static final int COUNTERS = 1_000;
  private static final Duration SPELL = Duration.ofSeconds(30);

  @Override
  public String name() {
    return "idle";
  }

  @Override
  public String title() {
    return "Requests to Cassandra by one instance that is idle, after 1,000 counters were recorded into; a second, against 10";
  }

  @Override
  public void run(Bench bench, Finding finding) throws Exception {
    Servers servers = bench.servers();
    finding.note("by request_count of system_views.clients; heartbeats of the driver count, too");
    ServerProcess quipu = servers.quipu();
    SettledEvents settled = new SettledEvents(quipu);
    long before = settled.soFar();
    new Seeding(quipu.address())
        .recordOneOfEach(IntStream.range(0, COUNTERS).mapToObj(i -> "idle-" + i).toList());
    settled.await(before + COUNTERS);
    Calm.await(servers);
    Calm.lasting(SPELL);
    List<Comparison.Round> rounds = new ArrayList<>();
    for (int round = 0; round < bench.rounds(); round++) {
      rounds.add(new Comparison.Round(perSecond(servers, quipu), ALLOWED));
    }
    finding.add(
        new Comparison("when idle", "requests/s", "Quipu", "allowed", Aim.atMost(1), rounds));
  }

  private static double perSecond(Servers servers, ServerProcess quipu) throws IOException {
    long since = System.nanoTime();
    long before = requests(servers, quipu);
    Calm.lasting(SPELL);
    return (requests(servers, quipu) - before) / ((System.nanoTime() - since) / 1e9);
  }

  private static long requests(Servers servers, ServerProcess quipu) throws IOException {
    Set<Integer> ports = LocalPorts.of(quipu.pid());
    long requests = 0;
    for (Row client :
        servers.session().execute("SELECT port, request_count FROM system_views.clients")) {
      requests += ports.contains(client.getInt(0)) ? client.getLong(1) : 0;
    }
    if (requests == 0) {
      throw new IllegalStateException("Cassandra knows no connection of " + quipu.name());
    }
    return requests;
  }
}
