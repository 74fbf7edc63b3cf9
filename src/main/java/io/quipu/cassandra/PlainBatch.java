package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.util.List;

/**
 * Idempotent writes to one partition as one statement. Cassandra merges the writes into a single
 * mutation: each replica applies all or none. Cassandra bounds only the size of batches over
 * several partitions.
 */
final class PlainBatch {
  private PlainBatch() {}

  /**
   * @param all at least one; all of the same partition, consistency and timestamp
   */
  static Statement<?> of(List<BatchableStatement<?>> all) {
    BatchableStatement<?> first = all.get(0);
    if (all.size() == 1) {
      return first;
    }
    // a batch takes only its routing key from its first statement
    return BatchStatement.newInstance(BatchType.UNLOGGED, all)
        .setIdempotent(true)
        .setConsistencyLevel(first.getConsistencyLevel())
        .setQueryTimestamp(first.getQueryTimestamp());
  }
}
