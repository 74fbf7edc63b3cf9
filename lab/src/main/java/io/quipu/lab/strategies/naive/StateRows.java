package io.quipu.lab.strategies.naive;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.quipu.lab.strategies.strategy.Line;
import io.quipu.lab.strategies.strategy.OwnKeyspace;
import io.quipu.lab.strategies.strategy.Writer;
import java.time.Clock;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * CvRDT: a row for each actor, with the sum of the actor. The version of the sum is the timestamp
 * of the write, so Cassandra keeps the sum with the largest version, whatever the order in which
 * the writes arrive. The count adds up the rows.
 */
public final class StateRows extends TableStrategy {
  private final PreparedStatement upsert;

  public StateRows(OwnKeyspace keyspace) {
    super(
        keyspace,
        "$ks.naive_state (counter text, actor text, state bigint, PRIMARY KEY (counter, actor))",
        "SELECT sum(state) FROM $ks.naive_state WHERE counter = ?");
    upsert =
        keyspace.prepare(
            "INSERT INTO $ks.naive_state (counter, actor, state) VALUES (?, ?, ?)"
                + " USING TIMESTAMP ?");
  }

  @Override
  public Writer writer(int number, Clock clock, Line line) {
    String actor = UUID.randomUUID().toString();
    Map<String, AtomicLong> states = new ConcurrentHashMap<>();
    return writing(
        line,
        (counter, id) -> {
          // Each increment is 1, so the sum is also the version.
          long state = states.computeIfAbsent(counter, name -> new AtomicLong()).incrementAndGet();
          return upsert.bind(counter, actor, state, state);
        });
  }

  @Override
  public void seed(String counter, int events) {
    for (int i = 0; i < Actors.COUNT; i++) {
      keyspace.execute(upsert.bind(counter, "actor-" + i, Actors.share(events, i), 1L));
    }
  }
}
