package io.quipu.engine.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.EventDirectory.Hour;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.TestRows;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.RetentionClass;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * What becomes of writes that meet: their timestamps decide, never the order in which they come.
 * The protocol relies on it for deletions. It never writes two different rows to one timeuuid, but
 * a simulation that is to stand for Cassandra must not guess.
 */
public abstract class WriteTimestampContract extends StoreContract {
  private static final EventTime START = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));
  private static final long WRITTEN_AT = START.epochSecond() * 1_000_000;

  private int page;
  private CounterName counter;
  private EventPartition partition;
  private EventLog log;
  private EventDirectory directory;

  /** The store whose rows are written. */
  protected abstract EventLog events();

  /** The store whose names are written. */
  protected abstract EventDirectory directory();

  /** Writes a row at a timestamp in microseconds, and waits until that is done. */
  protected abstract void write(
      EventPartition partition, int page, CounterName counter, EventRow row, long timestamp);

  /** Names a partition at a timestamp, and waits until that is done. */
  protected abstract void name(EventPartition partition, long timestamp);

  /** Names an hour at a timestamp, and waits until that is done. */
  protected abstract void name(Hour hour, long timestamp);

  @BeforeEach
  void freshPartition(TestInfo test) {
    page = UnusedParts.next();
    counter = new CounterName("votes", test.getDisplayName());
    partition = new EventPartition(RetentionClass.USUAL, START.epochSecond(), page);
    log = events();
    directory = directory();
  }

  /** What no clock could do: the deletion lies a microsecond after the bucket, not at any now. */
  @Test
  void aDeletionCoversWhatBelongsToTheBucket_andNothingLater() {
    EventRow row = row(1, 1, "id");
    write(row, WRITTEN_AT);
    await(log.delete(partition));
    for (long covered : List.of(WRITTEN_AT, WRITTEN_AT + 1)) {
      write(row, covered);
      assertThat(slice()).isEmpty();
    }

    write(row, WRITTEN_AT + 2);
    assertThat(slice()).containsExactly(row);
  }

  @Test
  void whatIsForgottenIsWhatBelongsToTheBucketOrHour_andNothingLater() {
    Hour hour = Hour.of(partition);
    name(partition, WRITTEN_AT);
    name(hour, WRITTEN_AT);
    await(directory.forget(partition));
    await(directory.forget(hour));
    for (long covered : List.of(WRITTEN_AT, WRITTEN_AT + 1)) {
      name(partition, covered);
      name(hour, covered);
      assertThat(partitions()).isEmpty();
      assertThat(hours()).isEmpty();
    }

    name(partition, WRITTEN_AT + 2);
    name(hour, WRITTEN_AT + 2);
    assertThat(partitions()).containsExactly(partition);
    assertThat(hours()).containsExactly(hour);
  }

  @Test
  void theLaterTimestampWins_inWhateverOrderTheyCome() {
    write(row(1, 9, "id"), WRITTEN_AT);
    write(row(1, 5, "id"), WRITTEN_AT + 1);
    write(row(2, 5, "id"), WRITTEN_AT + 1);
    write(row(2, 9, "id"), WRITTEN_AT);

    assertThat(slice()).containsExactly(row(1, 5, "id"), row(2, 5, "id"));
  }

  @Test
  void ofTwoNumbersAtOneTimestamp_thatWithTheLargerBytesWins_inWhateverOrderTheyCome() {
    isTieOf(row(1, 9, null), row(1, 10, null), row(1, 10, null));
    isTieOf(row(3, 255, null), row(3, 256, null), row(3, 256, null));
    isTieOf(row(5, -1, null), row(5, 1, null), row(5, -1, null));
    isTieOf(row(7, -2, null), row(7, -1, null), row(7, -1, null));
  }

  @Test
  void ofTwoRowsAtOneTimestamp_everyColumnIsDecidedByItself() {
    isTieOf(row(1, 5, "a"), row(1, 4, "b"), row(1, 5, "b"));
    isTieOf(row(3, 5, null), row(3, 4, "b"), row(3, 5, "b"));
    isTieOf(row(5, 1, "aa"), row(5, 1, "b"), row(5, 1, "b"));
    isTieOf(row(7, 1, "a"), row(7, 1, "aa"), row(7, 1, "aa"));
    isTieOf(row(9, 1, "\uffee"), row(9, 1, "\uD83C\uDF89"), row(9, 1, "\uD83C\uDF89"));
  }

  /** Also a tick later, where they come the other way round. */
  private void isTieOf(EventRow one, EventRow other, EventRow expected) {
    write(one, WRITTEN_AT);
    write(other, WRITTEN_AT);
    write(tickLater(other), WRITTEN_AT);
    write(tickLater(one), WRITTEN_AT);

    assertThat(slice()).contains(expected, tickLater(expected));
  }

  private void write(EventRow row, long timestamp) {
    write(partition, page, counter, row, timestamp);
  }

  private static EventRow tickLater(EventRow row) {
    return new EventRow(
        EventTime.of(row.at()).plusTicks(1).timeuuid(5, 77), row.delta(), row.events(), row.id());
  }

  private static EventRow row(int tick, long delta, String id) {
    return new EventRow(START.plusTicks(tick).timeuuid(5, 77), delta, 1, id);
  }

  private List<EventRow> slice() {
    return await(TestRows.slice(log, partition, page, counter, EventTime.MIN, EventTime.MAX));
  }

  private Set<EventPartition> partitions() {
    return await(directory.look(page, List.of(partition.hour()), 0)).partitions();
  }

  private Set<Hour> hours() {
    return await(directory.look(page, List.of(), 0)).hours();
  }
}
