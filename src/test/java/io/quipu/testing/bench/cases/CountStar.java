package io.quipu.testing.bench.cases;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import io.quipu.testing.bench.load.Exchange;
import io.quipu.testing.bench.load.HttpText;
import io.quipu.testing.bench.report.Aim;
import io.quipu.testing.bench.report.Comparison;
import io.quipu.testing.bench.report.Finding;
import io.quipu.testing.bench.server.Servers;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.HdrHistogram.Histogram;

/** A read of a counter, against counting its rows. */
final class CountStar implements Case {
  private static final int EVENTS = 100_000;
  private static final int ROWS_PER_BATCH = 100;
  private static final int WARM_UP = 1_000;
  private static final int READS_PER_COUNT = 100;
  private static final Instant BUCKET = Instant.parse("2026-01-01T12:00:00Z");

  @Override
  public String name() {
    return "count-star";
  }

  @Override
  public String title() {
    return "Reading a counter with 100,000 settled events; against count(*) of a partition with as many rows";
  }

  @Override
  public void run(Bench bench, Finding finding) throws Exception {
    finding.note(Servers.settingsInWords());
    finding.note("one client, one read at a time; the median time of each round, as a rate");
    String counter = "settled-" + EVENTS;
    new Seeding(bench.servers().quipu().address()).settle(counter, EVENTS);
    CqlSession session = bench.servers().session();
    BoundStatement count = seededPartition(session, counter);
    byte[] read = HttpText.get(Seeding.path(counter));
    List<Comparison.Round> rounds = new ArrayList<>();
    try (Exchange exchange = new Exchange(bench.servers().quipu().address())) {
      for (int i = 0; i < WARM_UP; i++) {
        exchange.nanos(read);
      }
      count(session, count);
      Calm.await(bench.servers());
      for (int i = 0; i < bench.rounds(); i++) {
        rounds.add(round(bench, exchange, read, session, count));
      }
    }
    finding.add(
        new Comparison("reads in turn", "reads/s", "GET", "count(*)", Aim.atLeast(100), rounds));
  }

  private static BoundStatement seededPartition(CqlSession session, String counter) {
    EventInserts inserts = new EventInserts(session);
    session.execute("TRUNCATE rival.event");
    for (int i = 0; i < EVENTS; i += ROWS_PER_BATCH) {
      session.execute(inserts.batch(counter, BUCKET, ROWS_PER_BATCH));
    }
    return session
        .prepare("SELECT count(*) FROM rival.event WHERE " + EventInserts.OF_COUNTER)
        .bind(EventInserts.key(counter, BUCKET));
  }

  private static void count(CqlSession session, BoundStatement count) {
    long rows = Objects.requireNonNull(session.execute(count).one()).getLong(0);
    if (rows != EVENTS) {
      throw new IllegalStateException("counted " + rows + " rows");
    }
  }

  private static Comparison.Round round(
      Bench bench, Exchange exchange, byte[] read, CqlSession session, BoundStatement count)
      throws IOException {
    Histogram reads = new Histogram(3);
    Histogram counts = new Histogram(3);
    long end = System.nanoTime() + bench.phase().toNanos();
    while (System.nanoTime() < end) {
      for (int i = 0; i < READS_PER_COUNT; i++) {
        reads.recordValue(exchange.nanos(read) / 1_000);
      }
      long started = System.nanoTime();
      count(session, count);
      counts.recordValue((System.nanoTime() - started) / 1_000);
    }
    return new Comparison.Round(perSecond(reads), perSecond(counts));
  }

  private static double perSecond(Histogram micros) {
    return 1e6 / micros.getValueAtPercentile(50);
  }
}
