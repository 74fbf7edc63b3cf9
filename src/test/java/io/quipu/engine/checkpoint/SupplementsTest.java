package io.quipu.engine.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.state.Tally;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SupplementsTest {
  private static Window minute(int minute) {
    return Granularity.MINUTE.windowOf(EventTime.ofEpochSecond(60L * minute));
  }

  private static Tally tally(long count) {
    return new Tally(BigInteger.valueOf(count), 1);
  }

  private static Map<Window, Tally> minutes(int... minutes) {
    Map<Window, Tally> all = new HashMap<>();
    for (int minute : minutes) {
      all.put(minute(minute), tally(1));
    }
    return all;
  }

  @Test
  void keepsWhatTheStepAdded_ratherThanWhatRests_andTheLatestOfThose() {
    Supplements after = Supplements.after(minutes(7, 8, 9, 10), minutes(1, 8));

    assertThat(after.kept().keySet())
        .containsExactlyInAnyOrder(minute(1), minute(8), minute(9), minute(10));
    assertThat(after.kept()).containsEntry(minute(8), new Tally(BigInteger.TWO, 2));
    assertThat(after.exported()).isEqualTo(minutes(7));
  }

  @Test
  void aStepWithoutAny_exportsNothing() {
    Supplements after = Supplements.after(minutes(1, 2), Map.of());
    assertThat(after.kept()).isEqualTo(minutes(1, 2));
    assertThat(after.exported()).isEmpty();
  }

  /** So many as there are windows, however many steps it takes. */
  @Test
  void aHistoryInOrder_isExportedOncePerWindow() {
    Map<Window, Tally> kept = Map.of();
    int exported = 0;
    for (int step = 0; step < 1_000; step++) {
      Supplements after = Supplements.after(kept, minutes(step / 10, step / 10 + 1));
      kept = after.kept();
      exported += after.exported().size();
    }
    assertThat(exported).isEqualTo(101 - Supplements.MOST_KEPT);
  }

  @Test
  void keptAndExportedSumToWhatWasAdded() {
    Random random = new Random(7);
    Map<Window, Tally> kept = Map.of();
    Map<Window, Tally> exported = new HashMap<>();
    Map<Window, Tally> added = new HashMap<>();
    for (int step = 0; step < 500; step++) {
      Map<Window, Tally> more = new HashMap<>();
      for (int i = random.nextInt(6); i > 0; i--) {
        EventTime at = EventTime.ofEpochSecond(random.nextInt(100_000));
        for (Granularity granularity : Granularity.values()) {
          more.merge(granularity.windowOf(at), tally(i), Tally::plus);
        }
      }
      more.forEach((window, tally) -> added.merge(window, tally, Tally::plus));
      Supplements after = Supplements.after(kept, more);
      kept = after.kept();
      for (Granularity granularity : Granularity.values()) {
        assertThat(kept.keySet().stream().filter(one -> one.granularity() == granularity).count())
            .isLessThanOrEqualTo(Supplements.MOST_KEPT);
      }
      after.exported().forEach((window, tally) -> exported.merge(window, tally, Tally::plus));
    }
    kept.forEach((window, tally) -> exported.merge(window, tally, Tally::plus));
    assertThat(exported).isEqualTo(added);
  }
}
