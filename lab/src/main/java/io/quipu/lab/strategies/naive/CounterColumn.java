package io.quipu.lab.strategies.naive;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.quipu.lab.strategies.strategy.OwnKeyspace;

/** A way to count that increments a counter column of Cassandra. */
abstract class CounterColumn extends TableStrategy {
  private final PreparedStatement add;

  CounterColumn(OwnKeyspace keyspace, String table) {
    super(
        keyspace,
        table + " (counter text PRIMARY KEY, value counter)",
        "SELECT value FROM " + table + " WHERE counter = ?");
    add = keyspace.prepare("UPDATE " + table + " SET value = value + ? WHERE counter = ?");
  }

  final BoundStatement add(String counter, long delta) {
    return add.bind(delta, counter);
  }

  @Override
  public final void seed(String counter, int events) {
    keyspace.execute(add(counter, events));
  }
}
