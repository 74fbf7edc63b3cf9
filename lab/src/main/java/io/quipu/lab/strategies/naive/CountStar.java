package io.quipu.lab.strategies.naive;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.quipu.lab.strategies.strategy.Line;
import io.quipu.lab.strategies.strategy.OwnKeyspace;
import io.quipu.lab.strategies.strategy.Writer;
import java.time.Clock;

/** A row for each increment, with the id of the increment; the count is {@code count(*)}. */
public final class CountStar extends TableStrategy {
  private final PreparedStatement insert;

  public CountStar(OwnKeyspace keyspace) {
    super(
        keyspace,
        "$ks.naive_row (counter text, id text, PRIMARY KEY (counter, id))",
        "SELECT count(*) FROM $ks.naive_row WHERE counter = ?");
    insert = keyspace.prepare("INSERT INTO $ks.naive_row (counter, id) VALUES (?, ?)");
  }

  @Override
  public Writer writer(int number, Clock clock, Line line) {
    return writing(line, insert::bind);
  }

  @Override
  public void seed(String counter, int events) {
    keyspace.fill(events, i -> insert.bind(counter, "seed-" + i));
  }
}
