package io.quipu.tools.strategies.naive;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.quipu.tools.strategies.strategy.Line;
import io.quipu.tools.strategies.strategy.OwnKeyspace;
import io.quipu.tools.strategies.strategy.Strategy;
import io.quipu.tools.strategies.strategy.Writer;
import java.time.Clock;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * CvRDT: a row for each actor with its sum, written at its version as the timestamp, so that the
 * latest stands in whatever order they arrive; the count is the sum of the rows.
 */
public final class StateRows implements Strategy {
  private final OwnKeyspace keyspace;
  private final PreparedStatement upsert;
  private final PreparedStatement sum;

  public StateRows(OwnKeyspace keyspace) {
    this.keyspace = keyspace;
    keyspace.change(
        "CREATE TABLE $ks.naive_state"
            + " (counter text, actor text, state bigint, PRIMARY KEY (counter, actor))");
    upsert =
        keyspace.prepare(
            "INSERT INTO $ks.naive_state (counter, actor, state) VALUES (?, ?, ?)"
                + " USING TIMESTAMP ?");
    sum = keyspace.prepare("SELECT sum(state) FROM $ks.naive_state WHERE counter = ?");
  }

  @Override
  public Writer writer(int number, Clock clock, Line line) {
    String actor = UUID.randomUUID().toString();
    Map<String, AtomicLong> states = new ConcurrentHashMap<>();
    return (counter, id) -> {
      // Increments by 1: the sum is the version, too.
      long state = states.computeIfAbsent(counter, name -> new AtomicLong()).incrementAndGet();
      BoundStatement row = upsert.bind(counter, actor, state, state);
      return () -> line.answer(keyspace.send(row));
    };
  }

  @Override
  public void seed(String counter, int events) {
    for (int i = 0; i < Actors.COUNT; i++) {
      keyspace.execute(upsert.bind(counter, "actor-" + i, Actors.share(events, i), 1L));
    }
  }

  @Override
  public long read(String counter) {
    return keyspace.number(sum.bind(counter));
  }
}
