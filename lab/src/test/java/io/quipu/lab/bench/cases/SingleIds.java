package io.quipu.lab.bench.cases;

import io.quipu.lab.bench.load.HttpText;
import io.quipu.lab.bench.load.JdbcLoad;
import io.quipu.lab.bench.load.SocketLoad;
import io.quipu.lab.bench.report.Aim;
import java.util.function.IntSupplier;

/** Single events with ids, against a transaction of Postgres for each. */
final class SingleIds {
  private SingleIds() {}

  static void run(Bench bench) throws Exception {
    if (CountedTable.isThere(bench)) {
      bench.note(
          "%d connections to Quipu, %d to Postgres"
              .formatted(bench.connections(), CountedTable.CONNECTIONS));
      duel(bench, BatchBodies.COUNTERS);
      duel(bench, 1);
    }
  }

  private static void duel(Bench bench, int counters) throws Exception {
    String prefix = "single-" + counters + "-";
    Audit audit = Audit.ofNumbered(prefix, counters);
    EventIds ids = new EventIds();
    IntSupplier drawn = Posts.uniform(counters);
    SocketLoad posts =
        SocketLoad.http(
            bench.quipu(),
            bench.connections(),
            () ->
                HttpText.post(
                    Posts.path(prefix + drawn.getAsInt()),
                    "application/json",
                    "{\"id\":\"" + ids.get() + "\"}"));
    CountedTable table = CountedTable.create(bench, counters);
    JdbcLoad rival = table.load(1);
    Side quipu = new Side("Quipu", audit.watch(posts, 1), 1);
    try (Duel duel = new Duel(bench, quipu, new Side("Postgres", rival, 1))) {
      duel.throughput(counters + " counters", "events/s", Aim.NONE);
      table.check(rival.receipts(), bench.finding());
      audit.check(bench);
    }
  }
}
