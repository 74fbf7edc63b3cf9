package io.quipu.testing.bench.cases;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.quipu.testing.bench.report.Aim;
import io.quipu.testing.bench.report.Comparison;
import io.quipu.testing.bench.report.Finding;
import io.quipu.testing.bench.server.Servers;
import io.quipu.testing.dev.TestCassandra;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What the client of Vert.x costs, against the driver with a hop to the context of the caller: rows
 * that are written, and rows that are read by pages.
 */
final class ClientOverhead implements Case {
  private static final int WRITES_PER_SECOND_OF_A_PHASE = 8_000;
  private static final int READS_PER_SECOND_OF_A_PHASE = 20;
  private static final int IN_FLIGHT = 64;
  private static final int READS_IN_FLIGHT = 2;
  private static final int ROWS = 20_000;
  private static final int ROWS_PER_BATCH = 500;
  private static final Instant BUCKET = Instant.parse("2026-01-01T12:00:00Z");

  @Override
  public String name() {
    return "client";
  }

  @Override
  public String title() {
    return "Statements through vertx-cassandra-client; against the driver and a hop to the context";
  }

  @Override
  public void run(Bench bench, Finding finding) throws Exception {
    finding.note(Servers.settingsInWords());
    finding.note(
        "all in the generator's process and on one event loop; %d writes in flight, and %d reads of %,d rows in pages of 5,000"
            .formatted(IN_FLIGHT, READS_IN_FLIGHT, ROWS));
    bench.servers().session();
    CqlSession session =
        CqlSession.builder()
            .addContactPoint(bench.servers().cassandra().address())
            .withLocalDatacenter(TestCassandra.LOCAL_DATACENTER)
            .build();
    EventInserts inserts = new EventInserts(session);
    fill(session, inserts);
    Statement<?> all =
        session
            .prepare(
                "SELECT at, delta, events, id, remember FROM rival.event WHERE "
                    + EventInserts.OF_COUNTER)
            .bind(EventInserts.key("read", BUCKET));
    Vertx vertx = Vertx.vertx();
    OnContext context = new OnContext(vertx, session);
    int writes = bench.seconds() * WRITES_PER_SECOND_OF_A_PHASE;
    int reads = bench.seconds() * READS_PER_SECOND_OF_A_PHASE;
    Supplier<Statement<?>> row = () -> inserts.plain("written");
    Way writeByClient = new Way("client", () -> context.writeByClient(row.get()), writes, 1);
    Way writeByDriver = new Way("driver", () -> context.writeByDriver(row.get()), writes, 1);
    Way pagesByClient = new Way("client's pages", () -> context.pagesByClient(all), reads, ROWS);
    Way pagesByDriver = new Way("driver's pages", () -> context.pagesByDriver(all), reads, ROWS);
    Way stream = new Way("client's stream", () -> context.stream(all), reads, ROWS);
    try {
      compare(bench, finding, context, "writes", "rows/s", IN_FLIGHT, writeByClient, writeByDriver);
      compare(
          bench,
          finding,
          context,
          "reads",
          "rows/s",
          READS_IN_FLIGHT,
          pagesByClient,
          pagesByDriver);
      compare(bench, finding, context, "stream", "rows/s", READS_IN_FLIGHT, stream, pagesByClient);
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().join();
    }
  }

  private static void fill(CqlSession session, EventInserts inserts) {
    for (int i = 0; i < ROWS / ROWS_PER_BATCH; i++) {
      session.execute(inserts.batch("read", BUCKET, ROWS_PER_BATCH));
    }
  }

  private static void compare(
      Bench bench,
      Finding finding,
      OnContext context,
      String what,
      String unit,
      int inFlight,
      Way a,
      Way b) {
    Supplier<Comparison.Round> next =
        () ->
            new Comparison.Round(
                a.perSecond(bench, context, inFlight), b.perSecond(bench, context, inFlight));
    List<Comparison.Round> rounds = new ArrayList<>();
    new WarmUp(bench.servers()).run(finding, List.of(() -> rounds.add(next.get())));
    a.account = new CpuAccount(a.name);
    b.account = new CpuAccount(b.name);
    rounds.clear();
    Stream.generate(next).limit(bench.rounds()).forEach(rounds::add);
    finding.add(new Comparison(what, unit, a.name, b.name, Aim.atLeast(0.95), rounds));
    a.account.tell(finding);
    b.account.tell(finding);
  }

  /** One way to send statements, and what CPU that has taken. */
  private static final class Way {
    private final String name;
    private final Supplier<CompletionStage<?>> ask;
    private final int asks;
    private final int rows;
    private CpuAccount account;

    Way(String name, Supplier<CompletionStage<?>> ask, int asks, int rows) {
      this.name = name;
      this.ask = ask;
      this.asks = asks;
      this.rows = rows;
      this.account = new CpuAccount(name);
    }

    double perSecond(Bench bench, OnContext context, int inFlight) {
      Calm.await(bench.servers());
      Map<String, Double> start = bench.servers().cpu();
      CompletableFuture<Void> done = new CompletableFuture<>();
      double seconds =
          Settler.seconds(
              () -> {
                context.repeat(ask, asks, inFlight, done);
                done.join();
              });
      Map<String, Double> end = bench.servers().cpu();
      Calm.await(bench.servers());
      account.add((double) asks * rows, start, end, bench.servers().cpu());
      return asks * rows / seconds;
    }
  }
}
