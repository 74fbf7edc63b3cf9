package io.quipu.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.dev.CassandraExtension;
import io.quipu.dev.TestCassandra;
import io.quipu.store.DirtyCounters;
import io.quipu.store.EventRow;
import io.quipu.store.Partition;
import io.quipu.store.WriteOutcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CassandraExtension.class)
class CassandraEventStoreIT {
  private static final EventTime START = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));
  private static final long BUCKET = Partition.bucketOf(START);

  private static CassandraSession session;
  private static OwnerContext context;

  private CounterName counter;
  private CassandraEventStore store;

  @BeforeAll
  static void open(TestCassandra cassandra) {
    session = TestSessions.open(cassandra);
    context = new OwnerContext();
  }

  @AfterAll
  static void close() {
    session.close();
    context.close();
  }

  @BeforeEach
  void freshCounter(TestInfo test) {
    counter = new CounterName("votes", test.getDisplayName());
    store = new CassandraEventStore(session, context);
  }

  @Test
  void slicesReturnWhatWasAppended_singlyAndTogether() {
    Partition partition = new Partition(counter, BUCKET, 0);
    EventRow anonymous = row(1, 7, 3, null);
    EventRow named = row(2, -5, 1, "order-8812 \uD83C\uDF89");
    EventRow large = row(3, Long.MAX_VALUE, Integer.MAX_VALUE, null);

    assertThat(append(partition, List.of(anonymous))).isEqualTo(WriteOutcome.WRITTEN);
    assertThat(append(partition, List.of(named, large))).isEqualTo(WriteOutcome.WRITTEN);

    assertThat(slice(partition, EventTime.MIN, EventTime.MAX))
        .containsExactly(anonymous, named, large);
  }

  @Test
  void appendingTheSameRowsAgainChangesNothing() {
    Partition partition = new Partition(counter, BUCKET, 0);
    List<EventRow> rows = List.of(row(1, 1, 1, null), row(2, 2, 2, null));

    append(partition, rows);
    append(partition, rows);

    assertThat(slice(partition, EventTime.MIN, EventTime.MAX)).isEqualTo(rows);
  }

  @Test
  void appendingNothingIsWritten() {
    assertThat(append(new Partition(counter, BUCKET, 0), List.of()))
        .isEqualTo(WriteOutcome.WRITTEN);
  }

  @Test
  void slicesAreCutBetweenTicks_whateverTheNodeBits() {
    Partition partition = new Partition(counter, BUCKET, 0);
    EventTime tick = START.plusTicks(10);
    // in Cassandra's order the clock sequence and node are signed bytes, in Java's they are not
    List<EventRow> sameTick =
        List.of(
            new EventRow(tick.timeuuid(0, 0), 1, 1, null),
            new EventRow(tick.timeuuid(0x3fff, (1L << 48) - 1), 1, 1, null),
            new EventRow(tick.timeuuid(0x2000, 0x80_7f_80_7f_80_7fL), 1, 1, null));
    EventRow before = row(9, 10, 1, null);
    EventRow after = row(11, 100, 1, null);
    append(partition, sameTick);
    append(partition, List.of(before, after));

    assertThat(slice(partition, tick, tick.plusTicks(1)))
        .containsExactlyInAnyOrderElementsOf(sameTick);
    assertThat(slice(partition, START, tick)).containsExactly(before);
    assertThat(slice(partition, tick.plusTicks(1), EventTime.MAX)).containsExactly(after);
    assertThat(slice(partition, tick, tick)).isEmpty();
  }

  @Test
  void slicesReadEveryPage_inOrder() {
    Partition partition = new Partition(counter, BUCKET, 0);
    List<EventRow> rows = IntStream.range(0, 12_345).mapToObj(i -> row(i, i, 1, null)).toList();
    List<EventRow> shuffled = new ArrayList<>(rows);
    Collections.shuffle(shuffled, new Random(42));
    for (int from = 0; from < shuffled.size(); from += 1_000) {
      List<EventRow> some = shuffled.subList(from, Math.min(from + 1_000, shuffled.size()));
      assertThat(append(partition, some)).isEqualTo(WriteOutcome.WRITTEN);
    }

    assertThat(slice(partition, EventTime.MIN, EventTime.MAX)).isEqualTo(rows);
  }

  @Test
  void partitionsAreFoundOnlyWhenAnnounced_inOrder() {
    Partition minuteLater = new Partition(counter, BUCKET + 60, 0);
    Partition first = new Partition(counter, BUCKET, 0);
    Partition firstShard3 = new Partition(counter, BUCKET, 3);
    append(first, List.of(row(1, 1, 1, null)));

    assertThat(context.await(store.partitions(counter, EventTime.MIN))).isEmpty();

    for (Partition partition : List.of(minuteLater, firstShard3, first, first)) {
      assertThat(context.await(store.announce(partition))).isEqualTo(WriteOutcome.WRITTEN);
    }
    assertThat(context.await(store.partitions(counter, EventTime.MIN)))
        .containsExactly(first, firstShard3, minuteLater);
    assertThat(context.await(store.shards(counter, BUCKET))).containsExactly(first, firstShard3);
    assertThat(context.await(store.shards(counter, BUCKET - 60))).isEmpty();
  }

  @Test
  void partitionsBeforeTheGivenTimeAreLeftOut_thatWhichHoldsItIsNot() {
    Partition earlier = new Partition(counter, BUCKET - 60, 0);
    Partition holding = new Partition(counter, BUCKET, 0);
    context.await(store.announce(earlier));
    context.await(store.announce(holding));

    assertThat(context.await(store.partitions(counter, holding.end().plusTicks(-1))))
        .containsExactly(holding);
  }

  @Test
  void announcingMarksTheCounterDirtyInThatMinute() {
    context.await(store.announce(new Partition(counter, BUCKET, 2)));

    CassandraDirtyCounters dirty = new CassandraDirtyCounters(session, context);
    assertThat(context.await(dirty.changedIn(BUCKET, List.of(DirtyCounters.slotOf(counter)))))
        .contains(counter);
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
      Partition partition = new Partition(new CounterName("n", name), BUCKET, 0);
      EventRow row = row(1, 1, 1, null);

      append(partition, List.of(row));
      context.await(store.announce(partition));

      assertThat(slice(partition, EventTime.MIN, EventTime.MAX)).containsExactly(row);
      assertThat(context.await(store.partitions(partition.counter(), EventTime.MIN)))
          .containsExactly(partition);
    }
  }

  private WriteOutcome append(Partition partition, List<EventRow> rows) {
    return context.await(store.append(partition, rows));
  }

  private List<EventRow> slice(Partition partition, EventTime from, EventTime before) {
    List<EventRow> rows = new ArrayList<>();
    context.await(
        store.slice(
            partition,
            from,
            before,
            (at, delta, events, id, window) -> {
              assertThat(Thread.currentThread().getName()).isEqualTo("owner");
              rows.add(new EventRow(at, delta, events, id));
            }));
    return rows;
  }

  private static EventRow row(int tick, long delta, int events, String id) {
    return new EventRow(START.plusTicks(tick).timeuuid(5, 77), delta, events, id);
  }
}
