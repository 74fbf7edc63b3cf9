package io.quipu.testing.bench.cases;

import io.quipu.testing.bench.load.CasIncrements;
import io.quipu.testing.bench.load.HttpText;
import io.quipu.testing.bench.load.Receipts;
import io.quipu.testing.bench.load.SocketLoad;
import io.quipu.testing.bench.report.Aim;
import io.quipu.testing.bench.report.Finding;
import io.quipu.testing.bench.server.Servers;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;

/** One hot counter of kind linear, against a compare-and-set for each increment. */
final class LinearCounter implements Case {
  private static final String PATH = "/v1/counters/linear/hot";

  /** So many at once get the most out of the rival: more are in each other's way. */
  private static final int FEW = 4;

  @Override
  public String name() {
    return "linear";
  }

  @Override
  public String title() {
    return "One increment per POST, one hot counter of kind linear; against one compare-and-set for each";
  }

  @Override
  public void run(Bench bench, Finding finding) throws Exception {
    Servers servers = bench.servers();
    InetSocketAddress quipu = servers.quipu().address();
    URI base = URI.create("http://" + quipu.getHostString() + ":" + quipu.getPort());
    HttpClient client = HttpClient.newHttpClient();
    client.send(
        HttpRequest.newBuilder(base.resolve("/v1/namespaces/linear"))
            .PUT(BodyPublishers.ofString("{\"kind\": \"linear\"}"))
            .header("Content-Type", "application/json")
            .build(),
        BodyHandlers.discarding());
    finding.note(Servers.settingsInWords());
    finding.note(
        bench.connections()
            + " connections, one request in flight on each; the compare-and-sets by the driver and"
            + " nothing else, from the generator");
    Receipts receipts = Receipts.NONE;
    for (int clients : new int[] {bench.connections(), FEW}) {
      CasIncrements rival = new CasIncrements(servers.session(), clients, "hot-" + clients);
      SocketLoad posts = Posts.of(quipu, bench.connections(), HttpText.post(PATH + "/events"));
      Side a = new Side("Quipu", posts, 1);
      Side b = new Side("compare-and-set", rival, 1);
      try (Duel duel = new Duel(bench, finding, a, b)) {
        duel.throughput(clients + " clients of compare-and-set", "increments/s", Aim.atLeast(20));
      }
      receipts = receipts.plus(posts.receipts());
    }
    Audit.tell(balance(client, base, receipts), finding);
  }

  private static Balance balance(HttpClient client, URI base, Receipts receipts)
      throws IOException, InterruptedException {
    JsonObject read =
        new JsonObject(
            client
                .send(HttpRequest.newBuilder(base.resolve(PATH)).build(), BodyHandlers.ofString())
                .body());
    return new Balance(new Sum(read.getLong("count"), 0), receipts);
  }
}
