package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.util.List;

/**
 * Idempotent writes to one partition as one statement, which Cassandra merges into a single
 * mutation: all or nothing on each replica. Cassandra bounds the size of batches over several
 * partitions only.
 */
final class PlainBatch {
  private PlainBatch() {}

  /**
   * @param all at least one; of the same partition, consistency and timestamp
   */
  static Statement<?> of(List<BatchableStatement<?>> all) {
    BatchableStatement<?> first = all.get(0);
    if (all.size() == 1) {
      return first;
    }
    // the batch takes its routing key from its first statement, but nothing else
    return BatchStatement.newInstance(BatchType.UNLOGGED, all)
        .setIdempotent(true)
        .setConsistencyLevel(first.getConsistencyLevel())
        .setQueryTimestamp(first.getQueryTimestamp());
  }
}
