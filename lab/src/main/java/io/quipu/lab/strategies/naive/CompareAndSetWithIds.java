package io.quipu.lab.strategies.naive;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.quipu.lab.strategies.strategy.OwnKeyspace;
import org.jspecify.annotations.Nullable;

/**
 * A compare-and-set for each increment. The same batch inserts the id of the increment into the
 * same partition, if the id does not exist. So an increment that is sent again is recognized.
 */
public final class CompareAndSetWithIds extends CompareAndSet {
  private final PreparedStatement claim;

  public CompareAndSetWithIds(OwnKeyspace keyspace) {
    super(keyspace, "$ks.naive_cas_id", "id text, value bigint static, PRIMARY KEY (counter, id)");
    claim =
        keyspace.prepare("INSERT INTO $ks.naive_cas_id (counter, id) VALUES (?, ?) IF NOT EXISTS");
  }

  @Override
  Statement<?> increment(String counter, String id, long next, @Nullable Long before) {
    return BatchStatement.newInstance(
        BatchType.UNLOGGED, swap(counter, next, before), claim.bind(counter, id));
  }

  @Override
  boolean isDone(String id, Row refusal) {
    return id.equals(refusal.getString("id"));
  }

  @Override
  public void seed(String counter, int events) {
    super.seed(counter, events);
    keyspace.execute(claim.bind(counter, "seed"));
  }
}
