package io.quipu.testing.bench.load;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * One compare-and-set for each increment of a counter, as it is usually done: clients that read the
 * value, set the next one if it is still the same, and begin again with what they are told if it is
 * not. The session is the caller's to close.
 */
public final class CasIncrements implements Load {
  private final CqlSession session;
  private final int clients;
  private final String name;
  private final PreparedStatement read;
  private final PreparedStatement set;

  /**
   * @param session with a keyspace {@code rival}
   * @param clients each has one request in flight
   */
  public CasIncrements(CqlSession session, int clients, String name) {
    this.session = session;
    this.clients = clients;
    this.name = name;
    session.execute("CREATE TABLE IF NOT EXISTS rival.linear (name text PRIMARY KEY, v bigint)");
    session.execute(
        SimpleStatement.newInstance(
            "INSERT INTO rival.linear (name, v) VALUES (?, 0) IF NOT EXISTS", name));
    this.read =
        session.prepare(
            SimpleStatement.newInstance("SELECT v FROM rival.linear WHERE name = ?")
                .setConsistencyLevel(ConsistencyLevel.SERIAL));
    this.set = session.prepare("UPDATE rival.linear SET v = ? WHERE name = ? IF v = ?");
  }

  @Override
  public Phase closedLoop(Duration time) {
    long start = System.nanoTime();
    Run run = new Run(start + time.toNanos());
    CompletableFuture<?>[] all = new CompletableFuture<?>[clients];
    for (int i = 0; i < clients; i++) {
      all[i] = run.client(null).toCompletableFuture();
    }
    CompletableFuture.allOf(all).join();
    var histogram = run.micros.getIntervalHistogram();
    return new Phase(
        histogram.getTotalCount(),
        run.bad.sum(),
        Duration.ofNanos(System.nanoTime() - start),
        histogram);
  }

  @Override
  public Phase atRate(double perSecond, Duration time) {
    throw new UnsupportedOperationException("only in a closed loop");
  }

  /** What it counted. */
  public long value() {
    return value(session.execute(read.bind(name)).one());
  }

  private static long value(@Nullable Row row) {
    if (row == null) {
      throw new IllegalStateException("the counter is gone");
    }
    return row.getLong("v");
  }

  private final class Run {
    private final long end;
    private final Recorder micros = new Recorder(3);
    private final LongAdder bad = new LongAdder();

    private Run(long end) {
      this.end = end;
    }

    /** One increment after the other. */
    private CompletionStage<Void> client(@Nullable Long known) {
      long now = System.nanoTime();
      return now > end ? CompletableFuture.completedStage(null) : increment(known, now);
    }

    private CompletionStage<Void> increment(@Nullable Long known, long since) {
      CompletionStage<Long> from =
          known != null
              ? CompletableFuture.completedStage(known)
              : session.executeAsync(read.bind(name)).thenApply(found -> value(found.one()));
      return from.thenCompose(
              value ->
                  session
                      .executeAsync(set.bind(value + 1, name, value))
                      .thenCompose(answer -> answered(answer, value, since)))
          .handle((done, failure) -> failure)
          .thenComposeAsync(
              failure -> {
                if (failure == null) {
                  return CompletableFuture.completedStage(null);
                }
                bad.increment();
                return client(null);
              });
    }

    private CompletionStage<Void> answered(AsyncResultSet answer, long value, long since) {
      if (answer.wasApplied()) {
        micros.recordValue((System.nanoTime() - since) / 1_000);
        return CompletableFuture.<Void>completedFuture(null)
            .thenComposeAsync(done -> client(value + 1));
      }
      long found = value(answer.one());
      return System.nanoTime() > end
          ? CompletableFuture.completedStage(null)
          : CompletableFuture.<Void>completedFuture(null)
              .thenComposeAsync(done -> increment(found, since));
    }
  }

  @Override
  public void close() {
    // the session is not ours
  }
}
