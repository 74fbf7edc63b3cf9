package io.quipu.tools.strategies.naive;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.quipu.tools.strategies.strategy.Line;
import io.quipu.tools.strategies.strategy.OwnKeyspace;
import io.quipu.tools.strategies.strategy.Strategy;
import io.quipu.tools.strategies.strategy.Writer;
import java.time.Clock;

/** A row for each increment, by its id; the count is {@code count(*)}. */
public final class CountStar implements Strategy {
  private final OwnKeyspace keyspace;
  private final PreparedStatement insert;
  private final PreparedStatement count;

  public CountStar(OwnKeyspace keyspace) {
    this.keyspace = keyspace;
    keyspace.change(
        "CREATE TABLE $ks.naive_row (counter text, id text, PRIMARY KEY (counter, id))");
    insert = keyspace.prepare("INSERT INTO $ks.naive_row (counter, id) VALUES (?, ?)");
    count = keyspace.prepare("SELECT count(*) FROM $ks.naive_row WHERE counter = ?");
  }

  @Override
  public Writer writer(int number, Clock clock, Line line) {
    return (counter, id) -> {
      BoundStatement row = insert.bind(counter, id);
      return () -> line.answer(keyspace.send(row));
    };
  }

  @Override
  public void seed(String counter, int events) {
    keyspace.fill(events, i -> insert.bind(counter, "seed-" + i));
  }

  @Override
  public long read(String counter) {
    return keyspace.number(count.bind(counter));
  }
}
