package io.quipu.lab.strategies.naive;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.quipu.lab.strategies.strategy.Line;
import io.quipu.lab.strategies.strategy.OwnKeyspace;
import io.quipu.lab.strategies.strategy.Writer;
import java.time.Clock;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** CmRDT: a row (actor, version, increment) for each increment. The count adds up the rows. */
public final class OperationRows extends TableStrategy {
  private final PreparedStatement insert;

  public OperationRows(OwnKeyspace keyspace) {
    super(
        keyspace,
        "$ks.naive_operation (counter text, actor text, version bigint,"
            + " increment bigint, PRIMARY KEY (counter, actor, version))",
        "SELECT sum(increment) FROM $ks.naive_operation WHERE counter = ?");
    insert =
        keyspace.prepare(
            "INSERT INTO $ks.naive_operation (counter, actor, version, increment)"
                + " VALUES (?, ?, ?, 1)");
  }

  @Override
  public Writer writer(int number, Clock clock, Line line) {
    String actor = UUID.randomUUID().toString();
    AtomicLong version = new AtomicLong();
    return writing(line, (counter, id) -> insert.bind(counter, actor, version.incrementAndGet()));
  }

  @Override
  public void seed(String counter, int events) {
    keyspace.fill(
        events,
        i -> insert.bind(counter, "actor-" + i % Actors.COUNT, (long) (i / Actors.COUNT + 1)));
  }
}
