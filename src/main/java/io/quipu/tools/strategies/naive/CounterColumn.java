package io.quipu.tools.strategies.naive;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.quipu.tools.strategies.strategy.OwnKeyspace;

/** A table of Cassandra's own counters. */
final class CounterColumn {
  private final OwnKeyspace keyspace;
  private final PreparedStatement add;
  private final PreparedStatement read;

  CounterColumn(OwnKeyspace keyspace, String table) {
    this.keyspace = keyspace;
    keyspace.change("CREATE TABLE $ks." + table + " (counter text PRIMARY KEY, value counter)");
    add = keyspace.prepare("UPDATE $ks." + table + " SET value = value + ? WHERE counter = ?");
    read = keyspace.prepare("SELECT value FROM $ks." + table + " WHERE counter = ?");
  }

  BoundStatement add(String counter, long delta) {
    return add.bind(delta, counter);
  }

  long read(String counter) {
    return keyspace.number(read.bind(counter));
  }
}
