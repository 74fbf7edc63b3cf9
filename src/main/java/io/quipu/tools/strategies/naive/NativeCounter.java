package io.quipu.tools.strategies.naive;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import io.quipu.tools.strategies.strategy.Line;
import io.quipu.tools.strategies.strategy.OwnKeyspace;
import io.quipu.tools.strategies.strategy.Strategy;
import io.quipu.tools.strategies.strategy.Writer;
import java.time.Clock;

/** Cassandra's own counter column. */
public final class NativeCounter implements Strategy {
  private final OwnKeyspace keyspace;
  private final CounterColumn column;

  public NativeCounter(OwnKeyspace keyspace) {
    this.keyspace = keyspace;
    this.column = new CounterColumn(keyspace, "naive_counter");
  }

  @Override
  public Writer writer(int number, Clock clock, Line line) {
    return (counter, id) -> {
      BoundStatement update = column.add(counter, 1);
      return () -> line.answer(keyspace.send(update));
    };
  }

  @Override
  public void seed(String counter, int events) {
    keyspace.execute(column.add(counter, events));
  }

  @Override
  public long read(String counter) {
    return column.read(counter);
  }
}
