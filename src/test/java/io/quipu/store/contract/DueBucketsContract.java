package io.quipu.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.counter.CounterName;
import io.quipu.store.DirtyCounters;
import io.quipu.store.DueBuckets;
import io.quipu.store.DueBuckets.Bucket;
import io.quipu.store.WriteOutcome;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Entries are found in their minute and slot until they are removed, and then never again. */
public abstract class DueBucketsContract {
  private static final long MINUTE = Instant.parse("2026-01-01T12:00:00Z").getEpochSecond();
  private static final List<Integer> EVERY_SLOT =
      IntStream.range(0, DirtyCounters.SLOTS).boxed().toList();

  private DueBuckets store;

  /** The store to be tested. */
  protected abstract DueBuckets dueBuckets();

  protected abstract <T> T await(CompletionStage<T> stage);

  @BeforeEach
  void openStore() {
    store = dueBuckets();
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
            assertThat(await(store.add(due, slot, buckets))).isEqualTo(WriteOutcome.WRITTEN));

    assertThat(dueIn(due, EVERY_SLOT))
        .containsExactlyInAnyOrderElementsOf(
            bySlot.values().stream().flatMap(List::stream).toList());
    assertThat(await(store.add(due, 1, List.of()))).isEqualTo(WriteOutcome.WRITTEN);
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

  /** Its first addition may still be on its way when another has done the work. */
  @Test
  void anEntryMayBeRemovedBeforeItComes() {
    long due = MINUTE + 10_800;
    Bucket bucket = bucket("a", MINUTE);
    Bucket next = bucket("a", MINUTE + 60);

    remove(due, bucket);
    assertThat(await(store.add(due, bucket.slot(), List.of(bucket, next))))
        .isEqualTo(WriteOutcome.WRITTEN);

    assertThat(dueIn(due, EVERY_SLOT)).containsExactly(next);
  }

  @Test
  void progressIsRememberedForEachSlot() {
    assertThat(await(store.progress())).isEmpty();

    for (List<Integer> slots : List.of(List.of(1, 2, 63), List.of(2), List.<Integer>of())) {
      long minute = MINUTE + 60L * (3 - slots.size());
      assertThat(await(store.collectedBefore(slots, minute))).isEqualTo(WriteOutcome.WRITTEN);
    }

    assertThat(await(store.progress())).isEqualTo(Map.of(1, MINUTE, 2, MINUTE + 120, 63, MINUTE));
  }

  private static Bucket bucket(String counter, long start) {
    return new Bucket(new CounterName("votes", counter), start);
  }

  private void add(long due, Bucket bucket) {
    assertThat(await(store.add(due, bucket.slot(), List.of(bucket))))
        .isEqualTo(WriteOutcome.WRITTEN);
  }

  private void remove(long due, Bucket bucket) {
    assertThat(await(store.remove(due, bucket))).isEqualTo(WriteOutcome.WRITTEN);
  }

  private List<Bucket> dueIn(long minute, List<Integer> slots) {
    return await(store.dueIn(minute, slots));
  }
}
