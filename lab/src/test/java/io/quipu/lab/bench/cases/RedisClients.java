package io.quipu.lab.bench.cases;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.quipu.lab.bench.load.SocketLoad;
import io.quipu.lab.bench.load.Wire;
import io.quipu.lab.bench.report.Aim;
import io.quipu.lab.bench.report.Finding;
import io.quipu.lab.bench.server.Redis;
import io.quipu.lab.bench.server.ServerProcess;
import io.quipu.testing.dev.FreePort;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * One hot counter and pipelines of 16, as {@code redis-benchmark -t incr -P 16} has them; against
 * Redis itself, with an append-only file that is synced every second, or before each answer.
 */
final class RedisClients {
  private static final int CONNECTIONS = 50;
  private static final int PIPELINE = 16;
  private static final String COUNTER = "resp-hot";

  private RedisClients() {}

  static void run(Bench bench) throws Exception {
    Finding finding = bench.finding();
    if (!Redis.isInstalled("redis-server")) {
      finding.note("skipped: redis-server is not installed (lab/install-servers)");
      return;
    }
    finding.note(CONNECTIONS + " connections, " + PIPELINE + " commands in flight on each");
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
    new Api(quipu.address()).createNamespace("linear", "{\"kind\": \"linear\"}");
    InetSocketAddress resp = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    Audit audit = Audit.of(List.of(COUNTER));
    for (String sync : List.of("everysec", "always")) {
      ServerProcess redis = bench.servers().redis(sync);
      compare(bench, new Side("Quipu, INCR", load(resp, 1, "INCR", COUNTER), 1), redis);
      SocketLoad adds = load(resp, 0, "QUIPU.ADD", COUNTER);
      compare(bench, new Side("Quipu, QUIPU.ADD", audit.watch(adds, 1), 1), redis);
    }
    Audit.tell(audit.settled(new Counts(quipu.address()), Duration.ofMinutes(1)), finding);
  }

  private static void compare(Bench bench, Side ours, ServerProcess redis) {
    Side theirs = new Side(redis.name(), load(redis.address(), 0, "INCR", "hot"), 1);
    try (Duel duel = new Duel(bench, ours, theirs)) {
      duel.throughput("pipelines", "events/s", Aim.NONE);
    }
  }

  private static SocketLoad load(InetSocketAddress server, int database, String... command) {
    StringBuilder words = new StringBuilder("*" + command.length + "\r\n");
    for (String word : command) {
      words.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
    }
    byte[] one = words.toString().getBytes(US_ASCII);
    return new SocketLoad(server, Wire.resp(database), CONNECTIONS, PIPELINE, () -> one);
  }
}
