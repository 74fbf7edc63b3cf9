package io.quipu.lab.bench.cases;

import io.quipu.lab.bench.load.Exchange;
import io.quipu.lab.bench.load.HttpText;
import io.quipu.lab.bench.server.Servers;
import io.quipu.testing.dev.KeyspaceStores;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Rankings of a million counters: made, and answered from one that is kept. */
final class RankingTime {
  private static final int COUNTERS = 1_000_000;
  private static final int KEPT = 1_000;
  private static final String LIST = "/v1/counters/idle?order=count&limit=100";
  private static final String TOP = "/v1/counters/idle/top?n=100";

  private RankingTime() {}

  static void run(Bench bench) throws Exception {
    Servers servers = bench.servers();
    new Api(bench.quipu()).createNamespace("idle", "{}");
    try (KeyspaceStores keyspace = new KeyspaceStores(servers.variables(Servers.KEYSPACE))) {
      new IdleCounters(keyspace).make(COUNTERS);
    }
    Calm.await(servers);
    Instant day = Instant.now().minus(Duration.ofHours(1)).truncatedTo(ChronoUnit.DAYS);
    measure(bench, "the first time", LIST);
    measure(bench, "in another way", LIST + "&prefix=i");
    measure(bench, "in a third way", LIST + "&prefix=id");
    measure(bench, "11,111 of them by prefix", LIST + "&prefix=idle-12");
    String window = "&granularity=day&window=" + day;
    measure(bench, "by day, the first time", TOP + window);
    measure(bench, "by day, in another way", TOP + window + "&prefix=i");
    kept(bench);
  }

  private static void measure(Bench bench, String what, String path) throws IOException {
    Servers servers = bench.servers();
    double cassandra = servers.cpuOfCassandra();
    double all = cpuOfAll(servers);
    long started = System.nanoTime();
    int tries = 1;
    while (!answers(bench, path)) {
      tries++;
    }
    double seconds = (System.nanoTime() - started) / 1e9;
    double used = servers.cpuOfCassandra() - cassandra;
    bench.note(
        "%s: %.2f s (%d requests), %.2f s of Cassandra's CPU, %.2f s of the others'"
            .formatted(what, seconds, tries, used, cpuOfAll(servers) - all - used));
  }

  private static double cpuOfAll(Servers servers) {
    return servers.cpu().values().stream().mapToDouble(used -> used).sum();
  }

  /** One that takes longer than a request may is refused, goes on, and is kept. */
  private static boolean answers(Bench bench, String path) throws IOException {
    try (Exchange exchange = new Exchange(bench.quipu())) {
      exchange.nanos(HttpText.get(path));
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  private static void kept(Bench bench) throws IOException {
    try (Exchange exchange = new Exchange(bench.quipu())) {
      long nanos = 0;
      for (int i = 0; i < KEPT; i++) {
        nanos += exchange.nanos(HttpText.get(LIST));
      }
      bench.note("one that is kept, 100 counters: %.0f us".formatted(nanos / 1e3 / KEPT));
    }
  }
}
