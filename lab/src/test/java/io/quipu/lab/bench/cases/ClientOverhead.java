package io.quipu.lab.bench.cases;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.quipu.lab.bench.load.AskingLoad;
import io.quipu.lab.bench.report.Aim;
import io.quipu.testing.dev.TestCassandra;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.util.function.Supplier;

/**
 * The price of the client of Vert.x, against the driver with a hop to the context of the caller:
 * rows that are written, and rows that are read by pages.
 */
final class ClientOverhead {
  private static final int WRITES_IN_FLIGHT = 64;
  private static final int READS_IN_FLIGHT = 2;
  private static final int ROWS = 20_000;
  private static final int ROWS_PER_BATCH = 500;
  private static final Instant BUCKET = Instant.parse("2026-01-01T12:00:00Z");

  private ClientOverhead() {}

  static void run(Bench bench) throws Exception {
    bench.note(
        "all in the generator's process and on one event loop; %d writes in flight, and %d reads of %,d rows in pages of 5,000"
            .formatted(WRITES_IN_FLIGHT, READS_IN_FLIGHT, ROWS));
    bench.servers().session();
    CqlSession session =
        CqlSession.builder()
            .addContactPoint(bench.servers().cassandra().address())
            .withLocalDatacenter(TestCassandra.LOCAL_DATACENTER)
            .build();
    EventInserts inserts = new EventInserts(session);
    for (int i = 0; i < ROWS / ROWS_PER_BATCH; i++) {
      session.execute(inserts.batch("read", BUCKET, ROWS_PER_BATCH));
    }
    Statement<?> all =
        session
            .prepare(
                "SELECT at, delta, events, id, remember FROM rival.event WHERE "
                    + EventInserts.OF_COUNTER)
            .bind(EventInserts.key("read", BUCKET));
    Vertx vertx = Vertx.vertx();
    OnContext context = new OnContext(vertx, session);
    Supplier<Statement<?>> row = () -> inserts.plain("written");
    try {
      compare(
          bench,
          "writes",
          writes(context, "client", end -> context.writeByClient(row.get())),
          writes(context, "driver", end -> context.writeByDriver(row.get())));
      compare(
          bench,
          "reads",
          reads(context, "client's pages", end -> context.pagesByClient(all)),
          reads(context, "driver's pages", end -> context.pagesByDriver(all)));
      compare(
          bench,
          "stream",
          reads(context, "client's stream", end -> context.stream(all)),
          reads(context, "client's pages", end -> context.pagesByClient(all)));
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().join();
    }
  }

  private static Side writes(OnContext context, String name, AskingLoad.Client client) {
    return new Side(name, context.load(WRITES_IN_FLIGHT, client), 1);
  }

  private static Side reads(OnContext context, String name, AskingLoad.Client client) {
    return new Side(name, context.load(READS_IN_FLIGHT, client), ROWS);
  }

  private static void compare(Bench bench, String what, Side a, Side b) {
    try (Duel duel = new Duel(bench, a, b)) {
      duel.throughput(what, "rows/s", Aim.atLeast(0.95));
    }
  }
}
