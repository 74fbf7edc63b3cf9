package io.quipu.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.counter.CounterName;
import io.quipu.dev.CassandraExtension;
import io.quipu.dev.TestCassandra;
import io.quipu.store.DirtyCounters;
import io.quipu.store.DueBuckets.Bucket;
import io.quipu.store.WriteOutcome;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CassandraExtension.class)
class CassandraDueBucketsIT {
  private static final long MINUTE = Instant.parse("2026-01-01T12:00:00Z").getEpochSecond();
  private static final List<Integer> EVERY_SLOT =
      IntStream.range(0, DirtyCounters.SLOTS).boxed().toList();

  private static CassandraSession session;
  private static OwnerContext context;
  private static CassandraDueBuckets store;

  @BeforeAll
  static void open(TestCassandra cassandra) {
    session = TestSessions.open(cassandra);
    context = new OwnerContext();
    store = new CassandraDueBuckets(session, context);
  }

  @AfterAll
  static void close() {
    session.close();
    context.close();
  }

  private static Bucket bucket(String counter, long start) {
    return new Bucket(new CounterName("votes", counter), start);
  }

  private static void add(long due, Bucket bucket) {
    assertThat(context.await(store.add(due, bucket.slot(), List.of(bucket))))
        .isEqualTo(WriteOutcome.WRITTEN);
  }

  private static void remove(long due, Bucket bucket) {
    assertThat(context.await(store.remove(due, bucket))).isEqualTo(WriteOutcome.WRITTEN);
  }

  private static List<Bucket> dueIn(long minute, List<Integer> slots) {
    return context.await(store.dueIn(minute, slots));
  }

  @Test
  void bucketsAreDueInTheirMinuteAndSlotOnly() {
    Bucket bucket = bucket("back in black", MINUTE - 86_400);
    add(MINUTE, bucket);
    add(MINUTE, bucket);
    assertThat(dueIn(MINUTE, EVERY_SLOT)).containsExactly(bucket);
    assertThat(dueIn(MINUTE, List.of(bucket.slot()))).containsExactly(bucket);
    assertThat(dueIn(MINUTE, List.of((bucket.slot() + 1) % DirtyCounters.SLOTS))).isEmpty();
    assertThat(dueIn(MINUTE + 60, EVERY_SLOT)).isEmpty();
    assertThat(dueIn(MINUTE, List.of())).isEmpty();
  }

  @Test
  void manyBucketsAreAddedAtOnce_ofSeveralCountersAndMinutes() {
    long due = MINUTE + 3_600;
    Map<Integer, List<Bucket>> bySlot =
        IntStream.range(0, 300)
            .mapToObj(i -> bucket("c" + i % 100, MINUTE + 60L * i))
            .collect(Collectors.groupingBy(Bucket::slot));
    bySlot.forEach(
        (slot, buckets) ->
            assertThat(context.await(store.add(due, slot, buckets)))
                .isEqualTo(WriteOutcome.WRITTEN));
    assertThat(dueIn(due, EVERY_SLOT))
        .containsExactlyInAnyOrderElementsOf(
            bySlot.values().stream().flatMap(List::stream).toList());
    assertThat(context.await(store.add(due, 1, List.of()))).isEqualTo(WriteOutcome.WRITTEN);
  }

  @Test
  void anEntryThatWasRemovedNeverComesBack_andNoOtherGoesWithIt() {
    long due = MINUTE + 7_200;
    Bucket bucket = bucket("a", MINUTE);
    Bucket next = bucket("a", MINUTE + 60);
    add(due, bucket);
    add(due, next);
    add(due + 60, bucket);
    remove(due, bucket);
    remove(due, bucket);
    assertThat(dueIn(due, EVERY_SLOT)).containsExactly(next);
    add(due, bucket);
    assertThat(dueIn(due, EVERY_SLOT)).containsExactly(next);
    assertThat(dueIn(due + 60, EVERY_SLOT)).containsExactly(bucket);
  }

  @Test
  void progressIsRememberedForEachSlot() {
    assertThat(context.await(store.progress())).isEmpty();
    context.await(store.collectedBefore(List.of(1, 2, 63), MINUTE));
    context.await(store.collectedBefore(List.of(2), MINUTE + 60));
    context.await(store.collectedBefore(List.of(), MINUTE + 120));
    assertThat(context.await(store.progress()))
        .isEqualTo(Map.of(1, MINUTE, 2, MINUTE + 60, 63, MINUTE));
  }
}
