package io.quipu.cassandra.cql;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import io.quipu.cassandra.driver.DriverOptions;
import java.util.List;

/** Makes one statement of several writes to one partition and a condition: all apply, or none. */
public final class ConditionalBatch {
  private ConditionalBatch() {}

  /**
   * @param condition the statement in {@code all} that has the condition. The batch gets the
   *     consistency levels of this statement, because a batch by itself inherits only the routing
   * @throws IllegalArgumentException if {@code condition} is not marked as not idempotent
   */
  public static BatchStatement of(
      List<BatchableStatement<?>> all, BatchableStatement<?> condition) {
    if (!Boolean.FALSE.equals(condition.isIdempotent())) {
      throw new IllegalArgumentException("the condition may be sent twice");
    }
    return BatchStatement.newInstance(BatchType.UNLOGGED, all)
        .setIdempotent(false)
        .setExecutionProfileName(DriverOptions.CONDITIONAL)
        .setConsistencyLevel(condition.getConsistencyLevel())
        .setSerialConsistencyLevel(condition.getSerialConsistencyLevel());
  }
}
