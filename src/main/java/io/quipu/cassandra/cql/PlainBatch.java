package io.quipu.cassandra.cql;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * Combines idempotent writes into one statement. Cassandra merges the writes to one partition into
 * a single mutation, so each replica applies all of them or none, and no limit for the size of
 * batches applies to them. Writes to several partitions are applied each by itself.
 */
public final class PlainBatch {
  private PlainBatch() {}

  /** Combines the writes of some values, of which there is at least one. */
  static <T> Statement<?> of(Collection<T> values, Function<T, BatchableStatement<?>> write) {
    List<BatchableStatement<?>> all = new ArrayList<>(values.size());
    values.forEach(value -> all.add(write.apply(value)));
    return of(all);
  }

  /**
   * @param all at least one write; all of the same consistency and timestamp
   */
  public static Statement<?> of(List<BatchableStatement<?>> all) {
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
