package io.quipu.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.quipu.counter.CounterName;
import io.quipu.counter.DeduplicationWindow;
import io.quipu.counter.EventTime;
import io.quipu.counter.Tally;
import io.quipu.store.DueBuckets.Bucket;
import io.quipu.store.MemberStore.Member;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Values that must not exist cannot be made. */
class StoreInvariantsTest {
  private static final CounterName A = new CounterName("votes", "a");
  private static final EventTime NOON = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));
  private static final EventTime LATER = NOON.plusTicks(1);
  private static final UUID AT = NOON.timeuuid(0, 1);

  @Test
  void collectsNothingThatIsNotSettled() {
    assertThat(new Checkpoint(Tally.of(1, 1), NOON, Epochs.NONE, NOON)).isNotNull();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Checkpoint(Tally.of(1, 1), NOON, Epochs.NONE, LATER))
        .withMessageContaining("after until");
  }

  @Test
  void aCheckpointOnlyMovesForward() {
    Checkpoint before = new Checkpoint(Tally.of(2, 2), NOON);
    assertThat(before.plain(Tally.of(-3, 2), LATER).until()).isEqualTo(LATER);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> before.plain(Tally.of(2, 2), NOON))
        .withMessageContaining("does not grow");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> before.prepared().committed(Tally.of(9, 1), LATER))
        .withMessageContaining("has lost some");
  }

  @Test
  void onlyPreparedEpochsAreCommitted_andOnlyOlderOnesAborted() {
    assertThat(new Epochs(3, true, Set.of(1L, 2L)).committed().preparing()).isFalse();
    assertThatIllegalStateException().isThrownBy(Epochs.NONE::committed);
    assertThatIllegalArgumentException().isThrownBy(() -> new Epochs(0, true, Set.of()));
    assertThatIllegalArgumentException().isThrownBy(() -> new Epochs(-1, false, Set.of()));
    assertThatIllegalArgumentException().isThrownBy(() -> new Epochs(2, false, Set.of(2L)));
    assertThatIllegalArgumentException().isThrownBy(() -> new Epochs(2, false, Set.of(0L)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Member("1", 0, AT, 1, 0))
        .withMessageContaining("no epoch");
  }

  @Test
  void anIdMeansOneEvent() {
    assertThat(new EventRow(AT, 7, 7, null).events()).isEqualTo(7);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new EventRow(AT, 7, 2, "1"))
        .withMessageContaining("with id 1");
    assertThatIllegalArgumentException().isThrownBy(() -> new EventRow(AT, 7, 0, null));
  }

  @Test
  void anIdIsRemembered_andWhereNothingIsThereIsNone() {
    int off = DeduplicationWindow.OFF;
    assertThat(new EventRow(AT, 7, 7, null, off).window()).isEqualTo(off);
    assertThatIllegalArgumentException().isThrownBy(() -> new EventRow(AT, 7, 1, "1", off));
  }

  @Test
  void bucketsStartWithTheMinute() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Partition(A, NOON.epochSecond() + 1, 0))
        .withMessageContaining("no bucket");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Bucket(A, NOON.epochSecond() + 1))
        .withMessageContaining("no bucket");
  }
}
