package io.quipu.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.counter.Tally;
import io.quipu.sim.scripted.MisplacedRow;
import io.quipu.sim.scripted.ScriptedMemberStore;
import io.quipu.store.Checkpoint;
import io.quipu.store.TestRows;
import io.quipu.time.Done;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class TailTest {
  private static final CounterName A = new CounterName("votes", "a");
  private static final EventTime NOON = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));

  private static CompletionStage<Long> read(EventTime row) {
    Tail tail =
        new Tail(
            new MisplacedRow(A, row),
            new ScriptedMemberStore(),
            new TailRows(TestRows.plenty(), counter -> {}));
    Checkpoint checkpoint = new Checkpoint(Tally.ZERO, NOON);
    return tail.read(A, checkpoint, NOON.plusTicks(9), (at, delta, events) -> {});
  }

  @Test
  void hasNoRowOfWhatIsSettled_andNoneOfWhatWasNotAskedFor() {
    assertThat(Done.value(read(NOON))).isEqualTo(1);
    assertThat(Done.value(read(NOON.plusTicks(8)))).isEqualTo(1);
    for (EventTime outside : List.of(NOON.plusTicks(-1), NOON.plusTicks(9))) {
      assertThat(Done.failure(read(outside)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("not in the tail");
    }
  }
}
