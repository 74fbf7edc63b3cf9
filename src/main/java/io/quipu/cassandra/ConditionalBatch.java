package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import java.util.List;

/** Several writes to one partition that happen together, or not at all, by one condition. */
public final class ConditionalBatch {
  private ConditionalBatch() {}

  /**
   * @param condition the statement of the batch with the condition; the batch is executed as it
   *     would be alone, since a batch inherits nothing from its statements but their routing
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
