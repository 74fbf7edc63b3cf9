package io.quipu.lab.strategies.naive;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.quipu.lab.strategies.strategy.Line;
import io.quipu.lab.strategies.strategy.OwnKeyspace;
import io.quipu.lab.strategies.strategy.Writer;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A compare-and-set for each increment. The expected value is the last value that the writer knows.
 * So the writer needs no read before the update. If Cassandra finds another value, it refuses the
 * update, and the refusal contains that value.
 */
public class CompareAndSet extends TableStrategy {
  private final PreparedStatement swap;

  public CompareAndSet(OwnKeyspace keyspace) {
    this(keyspace, "$ks.naive_cas", "value bigint, PRIMARY KEY (counter)");
  }

  /**
   * @param columns the columns after {@code counter}, followed by the primary key, in CQL
   */
  CompareAndSet(OwnKeyspace keyspace, String table, String columns) {
    super(
        keyspace,
        table + " (counter text, " + columns + ")",
        "SELECT value FROM " + table + " WHERE counter = ? LIMIT 1");
    swap = keyspace.prepare("UPDATE " + table + " SET value = ? WHERE counter = ? IF value = ?");
  }

  @Override
  public final Writer writer(int number, Clock clock, Line line) {
    Map<String, Long> known = new ConcurrentHashMap<>();
    LocalTurns turns = new LocalTurns();
    return (counter, id) ->
        () -> turns.take(counter, () -> new Attempt(counter, id, known, line).run(0));
  }

  final BoundStatement swap(String counter, long next, @Nullable Long before) {
    return swap.bind(next, counter, before);
  }

  /** Returns the compare-and-set of an increment. */
  Statement<?> increment(String counter, String id, long next, @Nullable Long before) {
    return swap(counter, next, before);
  }

  /** Tells whether a row of a refusal shows that the increment is already counted. */
  boolean isDone(String id, Row refusal) {
    return false;
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
      return line.answer(keyspace.send(increment(counter, id, next, before)))
          .thenCompose(
              answer -> {
                if (answer.wasApplied()) {
                  known.merge(counter, next, Math::max);
                  return CompletableFuture.completedStage(null);
                }
                return learn(answer)
                    ? CompletableFuture.completedStage(null)
                    : Backoff.then(failures, () -> run(failures + 1));
              });
    }

    /**
     * Remembers the value that a refusal contains. Tells whether the increment is already counted.
     */
    private boolean learn(AsyncResultSet refusal) {
      boolean done = false;
      for (Row row : refusal.currentPage()) {
        done |= isDone(id, row);
        if (row.getColumnDefinitions().contains("value") && !row.isNull("value")) {
          known.merge(counter, row.getLong("value"), Math::max);
        }
      }
      return done;
    }
  }

  @Override
  public void seed(String counter, int events) {
    keyspace.execute(swap(counter, events, null));
  }
}
