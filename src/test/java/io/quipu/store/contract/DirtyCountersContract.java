package io.quipu.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.counter.CounterName;
import io.quipu.store.DirtyCounters;
import io.quipu.store.WriteOutcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Marks are found in their minute and slot until these are forgotten, and then never again. */
public abstract class DirtyCountersContract {
  private static final long MINUTE = Instant.parse("2026-01-01T12:00:00Z").getEpochSecond();
  private static final List<Integer> EVERY_SLOT =
      IntStream.range(0, DirtyCounters.SLOTS).boxed().toList();

  private DirtyCounters store;

  /** The store to be tested. */
  protected abstract DirtyCounters dirtyCounters();

  /** Marks a counter as an announcement does, and waits until that is done. */
  protected abstract void mark(long minute, CounterName counter);

  protected abstract <T> T await(CompletionStage<T> stage);

  @BeforeEach
  void openStore() {
    store = dirtyCounters();
  }

  @Test
  void countersAreDirtyInTheirMinuteAndSlotOnly() {
    CounterName counter = new CounterName("votes", "back in black");
    mark(MINUTE, counter);
    int slot = DirtyCounters.slotOf(counter);

    assertThat(changedIn(MINUTE, List.of(slot))).containsExactly(counter);
    assertThat(changedIn(MINUTE + 60, EVERY_SLOT)).isEmpty();
    List<Integer> otherSlots = new ArrayList<>(EVERY_SLOT);
    otherSlots.remove(Integer.valueOf(slot));
    assertThat(changedIn(MINUTE, otherSlots)).isEmpty();
    assertThat(changedIn(MINUTE, List.of())).isEmpty();
  }

  @Test
  void aMinuteIsForgottenInTheGivenSlots() {
    long minute = MINUTE + 3_600;
    List<CounterName> counters =
        IntStream.range(0, 300).mapToObj(i -> new CounterName("votes", "c" + i)).toList();
    for (CounterName counter : counters) {
      mark(minute, counter);
    }
    assertThat(changedIn(minute, EVERY_SLOT)).containsExactlyInAnyOrderElementsOf(counters);

    List<Integer> evenSlots = EVERY_SLOT.stream().filter(slot -> slot % 2 == 0).toList();
    assertThat(await(store.forget(minute, evenSlots))).isEqualTo(WriteOutcome.WRITTEN);

    assertThat(changedIn(minute, EVERY_SLOT))
        .containsExactlyInAnyOrderElementsOf(
            counters.stream().filter(c -> DirtyCounters.slotOf(c) % 2 == 1).toList());
    assertThat(await(store.forget(minute, List.of()))).isEqualTo(WriteOutcome.WRITTEN);
  }

  @Test
  void aMarkThatComesLateStaysForgotten() {
    long minute = MINUTE + 7_200;
    CounterName counter = new CounterName("votes", "late");
    CounterName another = new CounterName("votes", "late too");
    List<Integer> slot = List.of(DirtyCounters.slotOf(counter));
    mark(minute, counter);
    await(store.forget(minute, slot));

    mark(minute, counter);
    mark(minute + 60, another);

    assertThat(changedIn(minute, slot)).isEmpty();
    assertThat(changedIn(minute + 60, EVERY_SLOT)).containsExactly(another);
  }

  @Test
  void progressIsRememberedForEachSlot() {
    assertThat(await(store.progress())).isEmpty();

    assertThat(await(store.settledBefore(List.of(1, 2, 63), MINUTE)))
        .isEqualTo(WriteOutcome.WRITTEN);
    assertThat(await(store.settledBefore(List.of(2), MINUTE + 60))).isEqualTo(WriteOutcome.WRITTEN);
    assertThat(await(store.settledBefore(List.of(), MINUTE + 120))).isEqualTo(WriteOutcome.WRITTEN);

    assertThat(await(store.progress())).isEqualTo(Map.of(1, MINUTE, 2, MINUTE + 60, 63, MINUTE));
  }

  private List<CounterName> changedIn(long minute, List<Integer> slots) {
    return await(store.changedIn(minute, slots));
  }
}
