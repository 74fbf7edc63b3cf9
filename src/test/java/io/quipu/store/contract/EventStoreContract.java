package io.quipu.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.counter.CounterName;
import io.quipu.counter.DeduplicationWindow;
import io.quipu.counter.EventTime;
import io.quipu.store.EventRow;
import io.quipu.store.EventStore;
import io.quipu.store.Partition;
import io.quipu.store.PartitionRows;
import io.quipu.store.TimeuuidOrder;
import io.quipu.store.WriteOutcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Rows are seen once written, in order, between ticks; what was deleted never comes back. */
public abstract class EventStoreContract {
  protected static final EventTime START = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));
  protected static final long BUCKET = Partition.bucketOf(START);

  protected CounterName counter;
  protected Partition partition;
  protected EventStore store;

  /** The store to be tested. */
  protected abstract EventStore events();

  protected abstract <T> T await(CompletionStage<T> stage);

  @BeforeEach
  void freshCounter(TestInfo test) {
    counter = new CounterName("votes", test.getDisplayName());
    partition = new Partition(counter, BUCKET, 0);
    store = events();
  }

  @Test
  void slicesReturnWhatWasAppended_singlyAndTogether() {
    EventRow anonymous = row(1, 7, 3, null);
    EventRow named = row(2, -5, 1, "order-8812 \uD83C\uDF89");
    EventRow large = row(3, Long.MAX_VALUE, Integer.MAX_VALUE, null);

    assertThat(append(anonymous)).isEqualTo(WriteOutcome.WRITTEN);
    assertThat(append(named, large)).isEqualTo(WriteOutcome.WRITTEN);

    assertThat(slice()).containsExactly(anonymous, named, large);
  }

  @Test
  void windowsTravelWithTheirRows() {
    EventTime at = START.plusTicks(1);
    List<EventRow> rows = new ArrayList<>();
    for (int window :
        List.of(
            DeduplicationWindow.USUAL, DeduplicationWindow.FOREVER, 1, 7_200, Integer.MAX_VALUE)) {
      rows.add(new EventRow(at.plusTicks(rows.size()).timeuuid(0, 1), 1, 1, "id", window));
    }

    append(rows.get(0));
    append(rows.get(1));
    append(rows.toArray(EventRow[]::new));

    assertThat(slice()).isEqualTo(rows);
  }

  @Test
  void appendingTheSameRowsAgainChangesNothing() {
    EventRow[] rows = {row(1, 1, 1, null), row(2, 2, 1, "id")};

    append(rows);
    append(rows);

    assertThat(slice()).containsExactly(rows);
  }

  @Test
  void appendingNothingIsWritten() {
    assertThat(append()).isEqualTo(WriteOutcome.WRITTEN);
    assertThat(slice()).isEmpty();
  }

  @Test
  void slicesAreCutBetweenTicks_whateverTheNodeBits() {
    EventTime tick = START.plusTicks(10);
    List<EventRow> sameTick = rowsOfOneTick(tick);
    EventRow before = row(9, 10, 1, null);
    EventRow after = row(11, 100, 1, null);
    append(sameTick.toArray(EventRow[]::new));
    append(before, after);

    assertThat(slice(tick, tick.plusTicks(1), Integer.MAX_VALUE))
        .containsExactlyInAnyOrderElementsOf(sameTick);
    assertThat(slice(START, tick, Integer.MAX_VALUE)).containsExactly(before);
    assertThat(slice(tick.plusTicks(1), EventTime.MAX, Integer.MAX_VALUE)).containsExactly(after);
    assertThat(slice(tick, tick, Integer.MAX_VALUE)).isEmpty();
  }

  /** All who fold or read a slice agree on the first row of an id, even within a tick. */
  @Test
  void rowsComeInTheOrderOfTimeuuids_withinATick_too() {
    List<EventRow> rows = new ArrayList<>();
    for (int tick = 3; tick >= 0; tick--) {
      rows.addAll(rowsOfOneTick(START.plusTicks(tick)));
    }
    for (EventRow row : rows) {
      append(row);
    }

    List<EventRow> ordered = new ArrayList<>(rows);
    ordered.sort(Comparator.comparing(EventRow::at, TimeuuidOrder.INSTANCE));
    assertThat(slice()).isEqualTo(ordered);
  }

  /** Timestamps are stored in pieces: low, middle and high bits must not be compared so. */
  @Test
  void rowsComeInTheOrderOfTimeuuids_overTheWholeRangeOfTicks() {
    List<EventTime> ticks =
        LongStream.of(
                0,
                0x7fff_ffffL,
                0x8000_0000L,
                (1L << 32) - 1,
                1L << 32,
                (1L << 47) - 1,
                1L << 47,
                (1L << 48) - 1,
                1L << 48,
                (1L << 59) - 1,
                1L << 59,
                (1L << 60) - 2)
            .mapToObj(EventTime::new)
            .toList();
    List<EventRow> rows =
        ticks.stream().flatMap(tick -> rowsWithAnyLowHalf(tick).stream()).toList();
    List<EventRow> shuffled = new ArrayList<>(rows);
    Collections.shuffle(shuffled, new Random(42));
    append(shuffled.toArray(EventRow[]::new));

    assertThat(slice()).isEqualTo(rows);
    for (EventTime tick : ticks) {
      assertThat(slice(tick, tick.plusTicks(1), Integer.MAX_VALUE))
          .isEqualTo(rowsWithAnyLowHalf(tick));
    }
  }

  /** From the lowest to the highest in signed bytes; nobody mints most of them. */
  private static List<EventRow> rowsWithAnyLowHalf(EventTime tick) {
    return LongStream.of(
            0x8080808080808080L,
            0x8080808080808081L,
            0x80808080808080ffL,
            0x8080808080808000L,
            0x808080808080807fL,
            0x80ff000000000000L,
            0x8000808080808080L,
            0x807f7f7f7f7f7f7fL,
            0xbf7f7f7f7f7f7f7fL,
            0xffffffffffffffffL,
            0x0000000000000000L,
            0x0000000000000001L,
            0x7f7f7f7f7f7f7f7eL,
            0x7f7f7f7f7f7f7f7fL)
        .mapToObj(low -> new UUID(tick.boundary().getMostSignificantBits(), low))
        .map(at -> new EventRow(at, 1, 1, null))
        .toList();
  }

  /** Clock sequences and nodes in which signed and unsigned bytes sort differently. */
  private static List<EventRow> rowsOfOneTick(EventTime tick) {
    List<EventRow> rows = new ArrayList<>();
    for (int sequence : List.of(0, 0x3fff, 0x2000, 0x007f, 0x0080)) {
      for (long node :
          List.of(0L, (1L << 48) - 1, 0x80_7f_80_7f_80_7fL, 0x7f_80_7f_80_7f_80L, 0x80L, 0x7fL)) {
        rows.add(new EventRow(tick.timeuuid(sequence, node), 1, 1, null));
      }
    }
    return rows;
  }

  @Test
  void aLimitTakesTheFirstRowsOfASlice() {
    EventRow[] rows =
        IntStream.range(0, 10).mapToObj(i -> row(i, i + 1, 1, "id" + i)).toArray(EventRow[]::new);
    append(rows);

    assertThat(slice(START, EventTime.MAX, 1)).containsExactly(rows[0]);
    assertThat(slice(START.plusTicks(3), EventTime.MAX, 2)).containsExactly(rows[3], rows[4]);
    assertThat(slice(START.plusTicks(3), START.plusTicks(4), 2)).containsExactly(rows[3]);
    assertThat(slice(START, EventTime.MAX, 10)).containsExactly(rows);
    assertThat(slice(START, EventTime.MAX, 11)).containsExactly(rows);
    assertThat(slice(START, EventTime.MAX, 0)).isEmpty();
  }

  @Test
  void partitionsAreFoundOnlyWhenAnnounced_inOrder() {
    Partition minuteLater = new Partition(counter, BUCKET + 60, 0);
    Partition firstShard3 = new Partition(counter, BUCKET, 3);
    append(row(1, 1, 1, null));

    assertThat(await(store.partitions(counter, EventTime.MIN))).isEmpty();

    for (Partition one : List.of(minuteLater, firstShard3, partition, partition)) {
      assertThat(await(store.announce(one))).isEqualTo(WriteOutcome.WRITTEN);
    }
    assertThat(await(store.partitions(counter, EventTime.MIN)))
        .containsExactly(partition, firstShard3, minuteLater);
    assertThat(await(store.shards(counter, BUCKET))).containsExactly(partition, firstShard3);
    assertThat(await(store.shards(counter, BUCKET - 60))).isEmpty();
    assertThat(await(store.partitions(new CounterName("votes", "nobody's"), EventTime.MIN)))
        .isEmpty();
  }

  @Test
  void partitionsBeforeTheGivenTimeAreLeftOut_thatWhichHoldsItIsNot() {
    await(store.announce(new Partition(counter, BUCKET - 60, 0)));
    await(store.announce(partition));

    assertThat(await(store.partitions(counter, partition.end().plusTicks(-1))))
        .containsExactly(partition);
    assertThat(await(store.partitions(counter, partition.end()))).isEmpty();
  }

  @Test
  void shardsAndBucketsKeepTheirOwnRows() {
    EventRow row = row(1, 1, 1, null);
    append(row);

    assertThat(slice(new Partition(counter, BUCKET, 1))).isEmpty();
    assertThat(slice(new Partition(counter, BUCKET + 60, 0))).isEmpty();
  }

  @Test
  void anyCounterNameIsAKey() {
    for (String name :
        List.of(
            "\u0000",
            "a/b%c d",
            "\uD83C\uDF89\uD83C\uDF89",
            "'; DROP TABLE event; --",
            "x".repeat(512))) {
      Partition named = new Partition(new CounterName("n", name), BUCKET, 0);
      EventRow row = row(1, 1, 1, null);

      await(store.append(named, List.of(row)));
      await(store.announce(named));

      assertThat(slice(named)).containsExactly(row);
      assertThat(await(store.partitions(named.counter(), EventTime.MIN))).containsExactly(named);
    }
  }

  @Test
  void aDeletedPartitionIsGone_andNoOther() {
    Partition otherShard = new Partition(counter, BUCKET, 1);
    Partition otherBucket = new Partition(counter, BUCKET + 60, 0);
    EventRow row = row(1, 1, 1, "id");
    for (Partition one : List.of(partition, otherShard, otherBucket)) {
      await(store.append(one, List.of(row)));
      await(store.announce(one));
    }

    for (int i = 0; i < 2; i++) {
      assertThat(await(store.delete(partition))).isEqualTo(WriteOutcome.WRITTEN);

      assertThat(slice()).isEmpty();
      assertThat(await(store.partitions(counter, EventTime.MIN)))
          .containsExactly(otherShard, otherBucket);
    }
    assertThat(slice(otherShard)).containsExactly(row);
    assertThat(slice(otherBucket)).containsExactly(row);
  }

  @Test
  void nothingIsSeenOfWhatIsWrittenAfterTheDeletion() {
    EventRow row = row(1, 1, 1, "id");
    append(row);
    await(store.announce(partition));
    await(store.delete(partition));

    assertThat(append(row)).isEqualTo(WriteOutcome.WRITTEN);
    assertThat(append(row(2, 2, 2, null), row(3, 3, 1, "more"))).isEqualTo(WriteOutcome.WRITTEN);
    assertThat(await(store.announce(partition))).isEqualTo(WriteOutcome.WRITTEN);

    assertThat(slice()).isEmpty();
    assertThat(await(store.partitions(counter, EventTime.MIN))).isEmpty();
  }

  @Test
  void countersThatShareAWriteKeepTheirOwnRows() {
    List<PartitionRows> parts = neighbours(BUCKET);

    assertThat(await(store.append(parts))).isEqualTo(WriteOutcome.WRITTEN);
    assertThat(await(store.append(parts))).isEqualTo(WriteOutcome.WRITTEN);

    for (PartitionRows part : parts) {
      assertThat(slice(part.partition())).isEqualTo(part.rows());
    }
  }

  @Test
  void deletingTheRowsOfACounterLeavesItsNeighboursAlone() {
    List<PartitionRows> parts = neighbours(BUCKET);
    await(store.append(parts));
    Partition gone = parts.get(1).partition();

    assertThat(await(store.delete(gone))).isEqualTo(WriteOutcome.WRITTEN);
    assertThat(await(store.append(parts))).isEqualTo(WriteOutcome.WRITTEN);

    for (PartitionRows part : parts) {
      assertThat(slice(part.partition()))
          .isEqualTo(part.partition().equals(gone) ? List.of() : part.rows());
    }
  }

  /** Rows at the same times, of counters whose names come next to each other. */
  private List<PartitionRows> neighbours(long bucket) {
    String namespace = counter.namespace();
    return Stream.of(
            new CounterName(namespace, counter.name() + "-"),
            new CounterName(namespace, counter.name() + "-a"),
            new CounterName(namespace, counter.name() + "-aa"),
            new CounterName(namespace + "a", counter.name() + "-a"))
        .map(
            name ->
                new PartitionRows(
                    new Partition(name, bucket, 0),
                    List.of(row(1, name.name().length(), 2, null), row(2, 1, 1, "id"))))
        .toList();
  }

  @Test
  void aPartitionThatNeverWasCanBeDeleted() {
    assertThat(await(store.delete(partition))).isEqualTo(WriteOutcome.WRITTEN);
  }

  protected WriteOutcome append(EventRow... rows) {
    return await(store.append(partition, List.of(rows)));
  }

  protected List<EventRow> slice() {
    return slice(partition);
  }

  private List<EventRow> slice(Partition of) {
    List<EventRow> rows = new ArrayList<>();
    await(store.slice(of, EventTime.MIN, EventTime.MAX, into(rows)));
    return rows;
  }

  protected List<EventRow> slice(EventTime from, EventTime before, int limit) {
    List<EventRow> rows = new ArrayList<>();
    await(store.slice(partition, from, before, limit, into(rows)));
    return rows;
  }

  private static EventStore.RowSink into(List<EventRow> rows) {
    return (at, delta, events, id, window) -> rows.add(new EventRow(at, delta, events, id, window));
  }

  protected static EventRow row(int tick, long delta, int events, String id) {
    return new EventRow(START.plusTicks(tick).timeuuid(5, 77), delta, events, id);
  }
}
