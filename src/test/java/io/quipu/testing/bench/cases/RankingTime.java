package io.quipu.testing.bench.cases;

import io.quipu.testing.bench.load.Exchange;
import io.quipu.testing.bench.load.HttpText;
import io.quipu.testing.bench.report.Finding;
import io.quipu.testing.bench.server.Servers;
import io.quipu.testing.dev.KeyspaceStores;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** What it takes to rank a million counters, and to answer from a ranking that is kept. */
final class RankingTime implements Case {
  private static final int COUNTERS = 1_000_000;
  private static final int KEPT = 1_000;
  private static final String LIST = "/v1/counters/idle?order=count&limit=100";
  private static final String TOP = "/v1/counters/idle/top?n=100";

  @Override
  public String name() {
    return "ranking";
  }

  @Override
  public String title() {
    return "The largest of 1,000,000 counters of one namespace";
  }

  @Override
  public void run(Bench bench, Finding finding) throws Exception {
    Servers servers = bench.servers();
    createNamespace(servers);
    try (KeyspaceStores keyspace = new KeyspaceStores(servers.variables(Servers.KEYSPACE))) {
      new IdleCounters(keyspace).upTo(COUNTERS);
    }
    Calm.await(servers);
    Instant day = Instant.now().minus(Duration.ofHours(1)).truncatedTo(ChronoUnit.DAYS);
    measure(servers, finding, "the first time", LIST);
    measure(servers, finding, "in another way", LIST + "&prefix=i");
    measure(servers, finding, "in a third way", LIST + "&prefix=id");
    measure(servers, finding, "11,111 of them by prefix", LIST + "&prefix=idle-12");
    String window = "&granularity=day&window=" + day;
    measure(servers, finding, "by day, the first time", TOP + window);
    measure(servers, finding, "by day, in another way", TOP + window + "&prefix=i");
    kept(servers, finding);
  }

  private static void createNamespace(Servers servers) throws Exception {
    URI uri =
        URI.create(
            "http://127.0.0.1:" + servers.quipu().address().getPort() + "/v1/namespaces/idle");
    HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString("{}"))
                .build(),
            BodyHandlers.discarding());
  }

  private static void measure(Servers servers, Finding finding, String what, String path)
      throws IOException {
    double cassandra = servers.cpuOfCassandra();
    double all = servers.cpu().values().stream().mapToDouble(used -> used).sum();
    long started = System.nanoTime();
    int tries = 1;
    while (!answers(servers, path)) {
      tries++;
    }
    double seconds = (System.nanoTime() - started) / 1e9;
    double used = servers.cpuOfCassandra() - cassandra;
    double others = servers.cpu().values().stream().mapToDouble(some -> some).sum() - all - used;
    finding.note(
        "%s: %.2f s (%d requests), %.2f s of Cassandra's CPU, %.2f s of the others'"
            .formatted(what, seconds, tries, used, others));
  }

  /** One that takes longer than a request may is refused, goes on, and is kept. */
  private static boolean answers(Servers servers, String path) throws IOException {
    try (Exchange exchange = new Exchange(servers.quipu().address())) {
      exchange.nanos(HttpText.get(path));
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  private static void kept(Servers servers, Finding finding) throws IOException {
    try (Exchange exchange = new Exchange(servers.quipu().address())) {
      long nanos = 0;
      for (int i = 0; i < KEPT; i++) {
        nanos += exchange.nanos(HttpText.get(LIST));
      }
      finding.note("one that is kept, 100 counters: %.0f us".formatted(nanos / 1e3 / KEPT));
    }
  }
}
