package io.quipu.lab.strategies.naive;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.quipu.lab.strategies.strategy.Line;
import io.quipu.lab.strategies.strategy.OwnKeyspace;
import io.quipu.lab.strategies.strategy.Writer;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;

/** Unique: inserts the id {@code IF NOT EXISTS}. If inserted, increments a counter column. */
public final class IfNotExists extends CounterColumn {
  private final PreparedStatement claim;

  public IfNotExists(OwnKeyspace keyspace) {
    super(keyspace, "$ks.naive_unique_count");
    keyspace.change(
        "CREATE TABLE $ks.naive_unique (counter text, id text, PRIMARY KEY ((counter, id)))");
    claim =
        keyspace.prepare("INSERT INTO $ks.naive_unique (counter, id) VALUES (?, ?) IF NOT EXISTS");
  }

  @Override
  public Writer writer(int number, Clock clock, Line line) {
    return (counter, id) ->
        () ->
            line.answer(keyspace.send(claim.bind(counter, id)))
                .thenCompose(
                    answer ->
                        answer.wasApplied()
                            ? line.answer(keyspace.send(add(counter, 1)))
                            : CompletableFuture.completedStage(answer));
  }
}
