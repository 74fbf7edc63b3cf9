package io.quipu.lab.bench.load;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ForkJoinPool;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A client with a compare-and-set for each increment of a counter, as it is usually done: it reads
 * the value, sets the next one if it is still the same, and begins again with what it is told if it
 * is not.
 */
public final class CasIncrements implements AskingLoad.Client {
  private final CqlSession session;
  private final BoundStatement read;
  private final LongFunction<BoundStatement> set;
  private @Nullable Long known;

  private CasIncrements(CqlSession session, BoundStatement read, LongFunction<BoundStatement> set) {
    this.session = session;
    this.read = read;
    this.set = set;
  }

  /**
   * Lets clients increment one counter.
   *
   * @param session with a keyspace {@code rival}, of the caller's to close
   * @param clients each has one request in flight
   */
  public static Load load(CqlSession session, int clients, String name) {
    session.execute("CREATE TABLE IF NOT EXISTS rival.linear (name text PRIMARY KEY, v bigint)");
    session.execute(
        SimpleStatement.newInstance(
            "INSERT INTO rival.linear (name, v) VALUES (?, 0) IF NOT EXISTS", name));
    PreparedStatement read =
        session.prepare(
            SimpleStatement.newInstance("SELECT v FROM rival.linear WHERE name = ?")
                .setConsistencyLevel(ConsistencyLevel.SERIAL));
    PreparedStatement set =
        session.prepare("UPDATE rival.linear SET v = ? WHERE name = ? IF v = ?");
    return new AskingLoad(
        clients,
        () ->
            new CasIncrements(session, read.bind(name), value -> set.bind(value + 1, name, value)),
        ForkJoinPool.commonPool());
  }

  @Override
  public CompletionStage<Boolean> ask(long endNanos) {
    CompletionStage<Long> from =
        known != null
            ? CompletableFuture.completedStage(known)
            : session.executeAsync(read).thenApply(found -> value(found.one()));
    return from.thenCompose(value -> increment(value, endNanos))
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                known = null;
              }
            });
  }

  private CompletionStage<Boolean> increment(long value, long endNanos) {
    return session
        .executeAsync(set.apply(value))
        .thenComposeAsync(
            answer -> {
              boolean applied = answer.wasApplied();
              long next = applied ? value + 1 : value(answer.one());
              known = next;
              return applied || System.nanoTime() > endNanos
                  ? CompletableFuture.completedStage(applied)
                  : increment(next, endNanos);
            });
  }

  private static long value(@Nullable Row row) {
    if (row == null) {
      throw new IllegalStateException("the counter is gone");
    }
    return row.getLong("v");
  }
}
