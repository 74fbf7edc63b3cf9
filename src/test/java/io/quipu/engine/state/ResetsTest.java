package io.quipu.engine.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.windows.EventTime;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResetsTest {
  private final Resets resets = new Resets(List.of(tick(20), tick(10), tick(20)));

  private static EventTime tick(long tick) {
    return new EventTime(tick);
  }

  private Map<Long, Tally> takenAway(Tally first) {
    Map<Long, Tally> away = new LinkedHashMap<>();
    resets.takeAway(first, (at, tally) -> away.put(at.ticks(), tally));
    return away;
  }

  @Test
  void eachTakesAwayWhatWasCountedSinceTheOneBefore_inWhateverOrderTheRowsCome() {
    resets.counts(tick(25), 1_000, 1);
    resets.counts(tick(15), 100, 2);
    assertThat(resets.reset(tick(20))).isTrue();
    resets.counts(tick(5), 10, 3);
    assertThat(resets.reset(tick(10))).isTrue();
    resets.counts(tick(19), -1, 1);
    assertThat(takenAway(Tally.of(7, 4)))
        .containsExactly(Map.entry(10L, Tally.of(17, 7)), Map.entry(20L, Tally.of(99, 3)));
  }

  @Test
  void aResetIsTheFirstOfItsTick() {
    resets.reset(tick(10));
    resets.counts(tick(9), 1, 1);
    resets.counts(tick(10), 10, 1);
    assertThat(takenAway(Tally.ZERO)).containsExactly(Map.entry(10L, Tally.of(1, 1)));
  }

  @Test
  void oneThatIsNotThereTakesNothingAway_theNextOneDoes() {
    resets.counts(tick(5), 1, 1);
    resets.counts(tick(15), 10, 1);
    resets.reset(tick(20));
    assertThat(takenAway(Tally.of(100, 1))).containsExactly(Map.entry(20L, Tally.of(111, 3)));
  }

  @Test
  void saysOfWhichItDidNotKnow() {
    assertThat(resets.reset(tick(11))).isFalse();
  }

  @Test
  void takesAwayWhatNoLongHolds() {
    BigInteger large = BigInteger.ONE.shiftLeft(70);
    RunningTally total = new RunningTally();
    total.add(Long.MAX_VALUE, 1);
    total.add(Long.MAX_VALUE, 1);
    total.subtract(new Tally(large, 5));
    assertThat(total.tally())
        .isEqualTo(new Tally(BigInteger.valueOf(Long.MAX_VALUE).shiftLeft(1).subtract(large), -3));
  }
}
