package io.quipu.lab.strategies.naive;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.lab.strategies.strategy.Line;
import io.quipu.lab.strategies.strategy.OwnKeyspace;
import io.quipu.lab.strategies.strategy.Writer;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Unique: a writer writes the id at a timestamp that decreases with time, so that Cassandra keeps
 * the earliest write. A writer that reads its own timestamp back increments a counter column.
 */
public final class FirstWriteWins extends CounterColumn {
  private final PreparedStatement claim;
  private final PreparedStatement written;

  public FirstWriteWins(OwnKeyspace keyspace) {
    super(keyspace, "$ks.naive_first_count");
    keyspace.change(
        "CREATE TABLE $ks.naive_first"
            + " (counter text, id text, seen boolean, PRIMARY KEY ((counter, id)))");
    claim =
        keyspace.prepare(
            "INSERT INTO $ks.naive_first (counter, id, seen) VALUES (?, ?, true)"
                + " USING TIMESTAMP ?");
    written =
        keyspace.prepare(
            "SELECT writetime(seen) FROM $ks.naive_first WHERE counter = ? AND id = ?");
  }

  @Override
  public Writer writer(int number, Clock clock, Line line) {
    return (counter, id) -> () -> send(counter, id, inverted(clock), line);
  }

  private static long inverted(Clock clock) {
    return Long.MAX_VALUE - ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
  }

  private CompletionStage<?> send(String counter, String id, long timestamp, Line line) {
    return line.answer(keyspace.send(claim.bind(counter, id, timestamp)))
        .thenCompose(done -> line.answer(keyspace.send(written.bind(counter, id))))
        .thenCompose(
            found ->
                is(timestamp, found.one())
                    ? line.answer(keyspace.send(add(counter, 1)))
                    : CompletableFuture.completedStage(found));
  }

  private static boolean is(long timestamp, @Nullable Row found) {
    return found != null && found.getLong(0) == timestamp;
  }
}
