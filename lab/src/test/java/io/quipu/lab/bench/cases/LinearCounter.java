package io.quipu.lab.bench.cases;

import io.quipu.lab.bench.load.CasIncrements;
import io.quipu.lab.bench.load.HttpText;
import io.quipu.lab.bench.load.Load;
import io.quipu.lab.bench.load.Receipts;
import io.quipu.lab.bench.load.SocketLoad;
import io.quipu.lab.bench.report.Aim;
import io.vertx.core.json.JsonObject;

/** One hot counter of kind linear, against a compare-and-set for each increment. */
final class LinearCounter {
  private static final String PATH = "/v1/counters/linear/hot";

  /** So many at once get the most out of the rival: more are in each other's way. */
  private static final int FEW = 4;

  private LinearCounter() {}

  static void run(Bench bench) throws Exception {
    Api api = new Api(bench.quipu());
    api.createNamespace("linear", "{\"kind\": \"linear\"}");
    bench.note(
        bench.connections()
            + " connections, one request in flight on each; the compare-and-sets by the driver"
            + " and nothing else, from the generator");
    byte[] post = HttpText.post(PATH + "/events");
    Receipts receipts = Receipts.NONE;
    for (int clients : new int[] {bench.connections(), FEW}) {
      SocketLoad posts = SocketLoad.http(bench.quipu(), bench.connections(), () -> post);
      Load rival = CasIncrements.load(bench.servers().session(), clients, "hot-" + clients);
      Side a = new Side("Quipu", posts, 1);
      Side b = new Side("compare-and-set", rival, 1);
      try (Duel duel = new Duel(bench, a, b)) {
        duel.throughput(clients + " clients of compare-and-set", "increments/s", Aim.atLeast(20));
      }
      receipts = receipts.plus(posts.receipts());
    }
    long count = new JsonObject(api.get(PATH)).getLong("count");
    Audit.tell(new Balance(new Sum(count, 0), receipts), bench.finding());
  }
}
