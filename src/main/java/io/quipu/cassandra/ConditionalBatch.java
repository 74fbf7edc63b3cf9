package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import java.util.List;

/** Several writes to one partition with one condition: all are applied, or none. */
public final class ConditionalBatch {
  private ConditionalBatch() {}

  /**
   * @param condition the statement of {@code all} with the condition. Its consistency levels are
   *     set on the batch, since a batch inherits only the routing of its statements
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
