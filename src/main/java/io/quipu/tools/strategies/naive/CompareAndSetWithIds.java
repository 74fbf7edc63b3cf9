package io.quipu.tools.strategies.naive;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.tools.strategies.strategy.Line;
import io.quipu.tools.strategies.strategy.OwnKeyspace;
import io.quipu.tools.strategies.strategy.Strategy;
import io.quipu.tools.strategies.strategy.Writer;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A compare-and-set for each increment which claims the id of the increment in the same partition
 * and with the same condition, so that an increment that is sent again is found.
 */
public final class CompareAndSetWithIds implements Strategy {
  private final OwnKeyspace keyspace;
  private final PreparedStatement swap;
  private final PreparedStatement claim;
  private final PreparedStatement read;

  public CompareAndSetWithIds(OwnKeyspace keyspace) {
    this.keyspace = keyspace;
    keyspace.change(
        "CREATE TABLE $ks.naive_cas_id"
            + " (counter text, id text, value bigint static, PRIMARY KEY (counter, id))");
    swap = keyspace.prepare("UPDATE $ks.naive_cas_id SET value = ? WHERE counter = ? IF value = ?");
    claim =
        keyspace.prepare("INSERT INTO $ks.naive_cas_id (counter, id) VALUES (?, ?) IF NOT EXISTS");
    read = keyspace.prepare("SELECT value FROM $ks.naive_cas_id WHERE counter = ? LIMIT 1");
  }

  @Override
  public Writer writer(int number, Clock clock, Line line) {
    Map<String, Long> known = new ConcurrentHashMap<>();
    LocalTurns turns = new LocalTurns();
    return (counter, id) ->
        () -> turns.take(counter, () -> new Attempt(counter, id, known, line).run(0));
  }

  private final class Attempt {
    private final String counter;
    private final String id;
    private final Map<String, Long> known;
    private final Line line;

    Attempt(String counter, String id, Map<String, Long> known, Line line) {
      this.counter = counter;
      this.id = id;
      this.known = known;
      this.line = line;
    }

    CompletionStage<Void> run(int failures) {
      Long before = known.get(counter);
      long next = before == null ? 1 : before + 1;
      return line.answer(
              keyspace.send(
                  BatchStatement.newInstance(
                      BatchType.UNLOGGED,
                      swap.bind(next, counter, before),
                      claim.bind(counter, id))))
          .thenCompose(
              answer -> {
                if (answer.wasApplied()) {
                  known.merge(counter, next, Math::max);
                  return CompletableFuture.completedStage(null);
                }
                return isClaimed(answer)
                    ? CompletableFuture.completedStage(null)
                    : Backoff.then(failures, () -> run(failures + 1));
              });
    }

    /** Tells whether the refusal shows the id; it shows the value, too. */
    private boolean isClaimed(AsyncResultSet refusal) {
      boolean claimed = false;
      for (Row row : refusal.currentPage()) {
        claimed |= id.equals(row.getString("id"));
        if (!row.isNull("value")) {
          known.merge(counter, row.getLong("value"), Math::max);
        }
      }
      return claimed;
    }
  }

  @Override
  public void seed(String counter, int events) {
    keyspace.execute(swap.bind((long) events, counter, null));
    keyspace.execute(claim.bind(counter, "seed"));
  }

  @Override
  public long read(String counter) {
    return keyspace.number(read.bind(counter));
  }
}
