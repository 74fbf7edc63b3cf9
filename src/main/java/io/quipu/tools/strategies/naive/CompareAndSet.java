package io.quipu.tools.strategies.naive;

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
import org.jspecify.annotations.Nullable;

/**
 * A compare-and-set for each increment. A writer begins with the value that it knows, which spares
 * it a read; who was beaten to it is told the value by the refusal.
 */
public final class CompareAndSet implements Strategy {
  private final OwnKeyspace keyspace;
  private final PreparedStatement swap;
  private final PreparedStatement read;

  public CompareAndSet(OwnKeyspace keyspace) {
    this.keyspace = keyspace;
    keyspace.change("CREATE TABLE $ks.naive_cas (counter text PRIMARY KEY, value bigint)");
    swap = keyspace.prepare("UPDATE $ks.naive_cas SET value = ? WHERE counter = ? IF value = ?");
    read = keyspace.prepare("SELECT value FROM $ks.naive_cas WHERE counter = ?");
  }

  @Override
  public Writer writer(int number, Clock clock, Line line) {
    Map<String, Long> known = new ConcurrentHashMap<>();
    LocalTurns turns = new LocalTurns();
    return (counter, id) -> () -> turns.take(counter, () -> swap(counter, known, line, 0));
  }

  private CompletionStage<Void> swap(
      String counter, Map<String, Long> known, Line line, int failures) {
    Long before = known.get(counter);
    long next = before == null ? 1 : before + 1;
    return line.answer(keyspace.send(swap.bind(next, counter, before)))
        .thenCompose(
            answer -> {
              if (answer.wasApplied()) {
                known.merge(counter, next, Math::max);
                return CompletableFuture.completedStage(null);
              }
              known.merge(counter, value(answer.one()), Math::max);
              return Backoff.then(failures, () -> swap(counter, known, line, failures + 1));
            });
  }

  private static long value(@Nullable Row refusal) {
    return refusal == null || !refusal.getColumnDefinitions().contains("value")
        ? 0
        : refusal.getLong("value");
  }

  @Override
  public void seed(String counter, int events) {
    keyspace.execute(swap.bind((long) events, counter, null));
  }

  @Override
  public long read(String counter) {
    return keyspace.number(read.bind(counter));
  }
}
