package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.util.List;

/**
 * Combines idempotent writes to one partition into one statement. Cassandra merges the writes into
 * a single mutation, so each replica applies all of them or none. The limit of Cassandra for the
 * size of batches does not apply to a batch on one partition.
 */
final class PlainBatch {
  private PlainBatch() {}

  /**
   * @param all at least one write; all of the same partition, consistency and timestamp
   */
  static Statement<?> of(List<BatchableStatement<?>> all) {
    BatchableStatement<?> first = all.get(0);
    if (all.size() == 1) {
      return first;
    }
    // a batch takes nothing but the routing key from its statements
    return BatchStatement.newInstance(BatchType.UNLOGGED, all)
        .setIdempotent(true)
        .setConsistencyLevel(first.getConsistencyLevel())
        .setQueryTimestamp(first.getQueryTimestamp());
  }
}
