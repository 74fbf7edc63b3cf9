package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.counter.EventTime;
import io.quipu.counter.Tally;
import io.quipu.store.Checkpoint;
import io.quipu.store.Epochs;
import java.math.BigInteger;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A checkpoint as the first columns of a row hold it. */
final class CheckpointRow {
  /** The columns, in this order, before any others. */
  static final String COLUMNS = "total, events, until, epoch, preparing, aborted, collected";

  /** How many they are. */
  static final int COLUMN_COUNT = 7;

  private CheckpointRow() {}

  /** An epoch may have been prepared before there ever was a checkpoint. */
  static Checkpoint decode(@Nullable Row row) {
    if (row == null) {
      return Checkpoint.NONE;
    }
    UUID until = row.getUuid(2);
    return new Checkpoint(
        until == null ? Tally.ZERO : tally(row, 0), time(until), epochs(row), time(row.getUuid(6)));
  }

  /** From two columns, a sum and a number of events. */
  static Tally tally(Row row, int column) {
    BigInteger count = Objects.requireNonNull(row.getBigInteger(column));
    return new Tally(count, row.getLong(column + 1));
  }

  private static Epochs epochs(Row row) {
    Set<Long> aborted = row.getSet(5, Long.class);
    return new Epochs(row.getLong(3), row.getBoolean(4), aborted == null ? Set.of() : aborted);
  }

  private static EventTime time(@Nullable UUID boundary) {
    return boundary == null ? EventTime.MIN : EventTime.of(boundary);
  }
}
