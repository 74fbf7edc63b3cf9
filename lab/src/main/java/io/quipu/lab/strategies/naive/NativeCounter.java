package io.quipu.lab.strategies.naive;

import io.quipu.lab.strategies.strategy.Line;
import io.quipu.lab.strategies.strategy.OwnKeyspace;
import io.quipu.lab.strategies.strategy.Writer;
import java.time.Clock;

/** Cassandra's own counter column. */
public final class NativeCounter extends CounterColumn {
  public NativeCounter(OwnKeyspace keyspace) {
    super(keyspace, "$ks.naive_counter");
  }

  @Override
  public Writer writer(int number, Clock clock, Line line) {
    return writing(line, (counter, id) -> add(counter, 1));
  }
}
