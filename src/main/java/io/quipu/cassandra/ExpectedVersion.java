package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import io.quipu.store.Checkpoint;

/**
 * The two values of {@code IF until = ? AND epoch = ?} for an expected checkpoint. A column that
 * was never written is compared with null: {@code until} before the first checkpoint, {@code epoch}
 * before the first checkpoint or the first prepared epoch, whichever comes first.
 */
final class ExpectedVersion {
  private ExpectedVersion() {}

  static boolean isUnwritten(Checkpoint expected) {
    return expected.isFirst() && expected.epochs().current() == 0;
  }

  /**
   * @param index of the value of {@code until}; that of {@code epoch} comes next
   */
  static BoundStatementBuilder set(BoundStatementBuilder values, int index, Checkpoint expected) {
    BoundStatementBuilder until =
        expected.isFirst()
            ? values.setToNull(index)
            : values.setUuid(index, expected.until().boundary());
    return isUnwritten(expected)
        ? until.setToNull(index + 1)
        : until.setLong(index + 1, expected.epochs().current());
  }
}
