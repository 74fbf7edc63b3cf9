package io.quipu.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.quipu.counter.EventTime;
import io.quipu.counter.Granularity;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import io.quipu.store.Checkpoint;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Steps that must not be taken cannot be made. */
class SettlingInvariantsTest {
  private static final EventTime NOON = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));
  private static final EventTime LATER = NOON.plusTicks(1);

  @Test
  void windowsOfAStepSumToItsTotal() {
    Window window = Granularity.HOUR.windowOf(NOON);
    Map<Window, Tally> windows = Map.of(window, Tally.of(3, 2));
    Fold.checkSum(Granularity.HOUR, windows, Tally.of(3, 2));
    assertThatIllegalStateException()
        .isThrownBy(() -> Fold.checkSum(Granularity.HOUR, windows, Tally.of(3, 3)))
        .withMessageContaining("HOUR windows sum to");
  }

  @Test
  void aStepMovesForward() {
    assertThat(new SliceReader.Step(new Fold(), NOON, LATER).until()).isEqualTo(LATER);
    assertThatIllegalStateException()
        .isThrownBy(() -> new SliceReader.Step(new Fold(), NOON, NOON));
  }

  @Test
  void onlyWindowsThatHoldTheCheckpointAreOpen() {
    Checkpoint checkpoint = new Checkpoint(Tally.of(1, 1), NOON);
    Window open = Granularity.MINUTE.windowOf(NOON);
    assertThat(new CheckpointState(checkpoint, Map.of(open, Tally.ZERO)).open()).hasSize(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CheckpointState(checkpoint, Map.of(open.next(), Tally.ZERO)));
  }

  @Test
  void aSliceHasNothingBeforeItsStart_nothingOutOfOrder_andNothingBeyondItsLimit() {
    assertThatIllegalStateException().isThrownBy(() -> row(new SliceBuffer(9, LATER), NOON));
    SliceBuffer disordered = new SliceBuffer(9, NOON);
    row(disordered, LATER);
    assertThatIllegalStateException().isThrownBy(() -> row(disordered, NOON));
    SliceBuffer full = new SliceBuffer(1, NOON);
    row(full, NOON);
    assertThatIllegalStateException().isThrownBy(() -> row(full, LATER));
  }

  private static void row(SliceBuffer buffer, EventTime at) {
    buffer.row(at.timeuuid(0, 1), 1, 1, null, 0);
  }

  @Test
  void anAppliedStepHasAnEnd_andTakesNothingAway() {
    Checkpoint settled = new Checkpoint(Tally.of(1, 1), NOON);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CheckpointOutcome.Applied(settled, -1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CheckpointOutcome.Applied(Checkpoint.NONE, 0));
  }

  @Test
  void restsAreNotNegative() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SettlingThrottle(-1, 0, Duration.ZERO));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SettlingThrottle(0, -1, Duration.ZERO));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SettlingThrottle(0, 0, Duration.ofNanos(-1)));
  }
}
