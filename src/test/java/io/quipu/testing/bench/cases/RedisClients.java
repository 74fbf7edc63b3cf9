package io.quipu.testing.bench.cases;

import io.quipu.testing.bench.load.Phase;
import io.quipu.testing.bench.load.RespText;
import io.quipu.testing.bench.load.SocketLoad;
import io.quipu.testing.bench.load.Wire;
import io.quipu.testing.bench.report.Aim;
import io.quipu.testing.bench.report.Comparison;
import io.quipu.testing.bench.report.Finding;
import io.quipu.testing.bench.server.ServerProcess;
import io.quipu.testing.bench.server.Servers;
import io.quipu.testing.dev.FreePort;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One hot counter and pipelines of 16, as {@code redis-benchmark -t incr -P 16} has them; against
 * Redis itself, with an append-only file that is synced every second, or before each answer.
 */
final class RedisClients implements Case {
  private static final int CONNECTIONS = 50;
  private static final int PIPELINE = 16;
  private static final Duration WARM_UP = Duration.ofSeconds(15);
  private static final String INCR = "Quipu, INCR";
  private static final String ADD = "Quipu, QUIPU.ADD";

  @Override
  public String name() {
    return "redis";
  }

  @Override
  public String title() {
    return "INCR by clients of Redis, pipelines of 16, one hot counter; against Redis";
  }

  @Override
  public void run(Bench bench, Finding finding) throws Exception {
    Optional<ServerProcess> everySecond = bench.servers().redis("everysec");
    Optional<ServerProcess> always = bench.servers().redis("always");
    if (everySecond.isEmpty() || always.isEmpty()) {
      finding.note("skipped: redis-server is not installed (src/test/bench/install-servers)");
      return;
    }
    int port = FreePort.on("127.0.0.1");
    ServerProcess quipu =
        bench
            .servers()
            .started(
                "Quipu for Redis clients",
                List.of(),
                Map.of(
                    "QUIPU_RESP_PORT",
                    Integer.toString(port),
                    "QUIPU_RESP_DATABASES",
                    "0=default,1=linear"));
    createLinear(quipu.address());
    InetSocketAddress resp = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    finding.note(Servers.settingsInWords());
    finding.note(CONNECTIONS + " connections, " + PIPELINE + " commands in flight on each");
    Map<String, SocketLoad> sides = new LinkedHashMap<>();
    sides.put(INCR, load(resp, 1, "INCR", "resp-hot"));
    sides.put(ADD, load(resp, 0, "QUIPU.ADD", "resp-hot"));
    sides.put("Redis everysec", load(everySecond.get().address(), 0, "INCR", "hot"));
    sides.put("Redis always", load(always.get().address(), 0, "INCR", "hot"));
    try {
      compare(bench, finding, sides);
      Audit audit = Audit.of(List.of("resp-hot"));
      var unused = audit.watch(sides.get(ADD), 1);
      Audit.tell(audit.settled(new Counts(quipu.address()), Duration.ofMinutes(1)), finding);
    } finally {
      sides.values().forEach(SocketLoad::close);
    }
  }

  private static void compare(Bench bench, Finding finding, Map<String, SocketLoad> sides) {
    for (SocketLoad load : sides.values()) {
      load.closedLoop(WARM_UP);
    }
    Map<String, List<Double>> rates = new LinkedHashMap<>();
    Map<String, CpuAccount> accounts = new LinkedHashMap<>();
    for (int i = 0; i < bench.rounds(); i++) {
      sides.forEach(
          (name, load) -> {
            Map<String, Double> start = bench.servers().cpu();
            Phase phase = load.closedLoop(bench.phase());
            Map<String, Double> end = bench.servers().cpu();
            accounts
                .computeIfAbsent(name, CpuAccount::new)
                .add((double) phase.good(), start, end, end);
            rates.computeIfAbsent(name, key -> new ArrayList<>()).add(phase.perSecond());
            if (phase.bad() > 0) {
              finding.note(name + " did not answer well " + phase.bad() + " commands");
            }
          });
    }
    accounts.values().forEach(account -> account.tell(finding));
    for (String ours : List.of(INCR, ADD)) {
      for (String theirs : List.of("Redis everysec", "Redis always")) {
        List<Comparison.Round> rounds = new ArrayList<>();
        for (int i = 0; i < bench.rounds(); i++) {
          rounds.add(new Comparison.Round(rates.get(ours).get(i), rates.get(theirs).get(i)));
        }
        finding.add(new Comparison("pipelines", "events/s", ours, theirs, Aim.NONE, rounds));
      }
    }
  }

  private static SocketLoad load(InetSocketAddress server, int database, String... command) {
    byte[] one = RespText.command(command);
    return new SocketLoad(server, Wire.resp(database), CONNECTIONS, PIPELINE, () -> one);
  }

  private static void createLinear(InetSocketAddress quipu) throws Exception {
    URI namespace = URI.create("http://127.0.0.1:" + quipu.getPort() + "/v1/namespaces/linear");
    HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(namespace)
                .PUT(BodyPublishers.ofString("{\"kind\": \"linear\"}"))
                .header("Content-Type", "application/json")
                .build(),
            BodyHandlers.discarding());
  }
}
