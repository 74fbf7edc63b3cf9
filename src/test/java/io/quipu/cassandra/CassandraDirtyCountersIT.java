package io.quipu.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.counter.CounterName;
import io.quipu.dev.CassandraExtension;
import io.quipu.dev.TestCassandra;
import io.quipu.store.DirtyCounters;
import io.quipu.store.Partition;
import io.quipu.store.WriteOutcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CassandraExtension.class)
class CassandraDirtyCountersIT {
  private static final long MINUTE = Instant.parse("2026-01-01T12:00:00Z").getEpochSecond();
  private static final List<Integer> EVERY_SLOT =
      IntStream.range(0, DirtyCounters.SLOTS).boxed().toList();

  private static CassandraSession session;
  private static OwnerContext context;
  private static CassandraEventStore events;
  private static CassandraDirtyCounters store;

  @BeforeAll
  static void open(TestCassandra cassandra) {
    session = TestSessions.open(cassandra);
    context = new OwnerContext();
    events = new CassandraEventStore(session, context);
    store = new CassandraDirtyCounters(session, context);
  }

  @AfterAll
  static void close() {
    session.close();
    context.close();
  }

  @Test
  void countersAreDirtyInTheirMinuteAndSlotOnly() {
    CounterName counter = new CounterName("votes", "back in black");
    context.await(events.announce(new Partition(counter, MINUTE, 0)));
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
      context.await(events.announce(new Partition(counter, minute, 0)));
    }
    assertThat(changedIn(minute, EVERY_SLOT)).containsExactlyInAnyOrderElementsOf(counters);

    List<Integer> evenSlots = EVERY_SLOT.stream().filter(slot -> slot % 2 == 0).toList();
    assertThat(context.await(store.forget(minute, evenSlots))).isEqualTo(WriteOutcome.WRITTEN);

    assertThat(changedIn(minute, EVERY_SLOT))
        .containsExactlyInAnyOrderElementsOf(
            counters.stream().filter(c -> DirtyCounters.slotOf(c) % 2 == 1).toList());
    assertThat(context.await(store.forget(minute, List.of()))).isEqualTo(WriteOutcome.WRITTEN);
  }

  @Test
  void progressIsRememberedForEachSlot() {
    assertThat(context.await(store.progress())).isEmpty();

    assertThat(context.await(store.settledBefore(List.of(1, 2, 63), MINUTE)))
        .isEqualTo(WriteOutcome.WRITTEN);
    assertThat(context.await(store.settledBefore(List.of(2), MINUTE + 60)))
        .isEqualTo(WriteOutcome.WRITTEN);
    assertThat(context.await(store.settledBefore(List.of(), MINUTE + 120)))
        .isEqualTo(WriteOutcome.WRITTEN);

    assertThat(context.await(store.progress()))
        .isEqualTo(Map.of(1, MINUTE, 2, MINUTE + 60, 63, MINUTE));
  }

  private static List<CounterName> changedIn(long minute, List<Integer> slots) {
    return context.await(store.changedIn(minute, slots));
  }
}
