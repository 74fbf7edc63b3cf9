package io.quipu.engine.checkpoint;

import static io.quipu.engine.time.Noon.second;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.state.IdBounds;
import io.quipu.engine.state.IdRun;
import io.quipu.engine.state.Tally;
import io.quipu.engine.time.Done;
import io.quipu.testing.sim.scripted.Fate;
import io.quipu.testing.sim.scripted.ScriptedSettledIds.Call;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A page whose runs are merged when a level has three, each with one id in a block. */
class IdMergingTest extends SettlerFixture {
  private PageSettler settler;

  @BeforeEach
  void smallRuns() {
    StepBounds usual = StepBounds.USUAL;
    bounds =
        new StepBounds(
            usual.counters(), usual.bytes(), usual.resets(), usual.series(), new IdBounds(1, 3));
    settler = settler();
  }

  /** Takes steps with one id each, one every ten seconds. */
  private void steps(int first, int last) {
    for (int step = first; step <= last; step++) {
      put(10L * step + 1, 1, "id" + step, DeduplicationWindow.FOREVER);
      settle(settler, 10L * step + 5);
    }
  }

  private void countsNone(int of) {
    long next = header().until().epochSecond() - second(0).epochSecond() + 1;
    for (int id = 1; id <= of; id++) {
      put(next, 1, "id" + id, DeduplicationWindow.FOREVER);
    }
    Tally before = stored().total();
    settle(settler, next + 5);
    assertThat(stored().total()).isEqualTo(before);
  }

  @Test
  void threeRunsOfALevelAreMerged_thenDeletedAfterTheWait() {
    steps(1, 3);
    assertThat(header().ids().merges()).isEmpty();
    steps(4, 4);
    assertThat(header().ids().merges())
        .singleElement()
        .matches(merge -> merge.from().equals(List.of(2L, 4L, 6L)))
        .matches(merge -> merge.into().number() == 9 && merge.into().ids() == 3);
    steps(5, 5);
    assertThat(header().ids().live()).extracting(IdRun::number).containsExactly(8L, 9L, 10L);
    assertThat(header().ids().gone()).hasSize(3);
    countsNone(5);
    time.pass(Duration.ofMinutes(2));
    Done.value(settler.collectIds());
    assertThat(stores.ids.script.calls(Call.DELETE)).isEqualTo(3);
    steps(20, 20);
    assertThat(header().ids().gone()).isEmpty();
    countsNone(5);
  }

  @Test
  void levelsAreMergedInTheirTurn() {
    steps(1, 40);
    assertThat(header().ids().live()).hasSizeLessThan(10).anyMatch(run -> run.level() > 1);
    assertThat(header().ids().ids()).isEqualTo(40);
    countsNone(40);
    settler = settler();
    countsNone(40);
  }

  @Test
  void anotherSettlerGoesOnWithAMerge() {
    steps(1, 3);
    stores.ids.script.hold(Call.WRITE, true);
    put(41, 1, "id4", DeduplicationWindow.FOREVER);
    Done.value(settler.prepare());
    begin(settler, 45);
    stores.ids.script.hold(Call.WRITE, false);
    assertThat(header().ids().merges()).hasSize(1);
    PageSettler successor = settler();
    settler = successor;
    steps(5, 6);
    assertThat(header().ids().merges()).isEmpty();
    assertThat(header().ids().live()).anyMatch(run -> run.number() == 9);
    stores.ids.script.held().forEach(held -> held.answered());
    countsNone(6);
  }

  @Test
  void aMergeThatFails_isTriedAgainLater_andNotNamedBefore() {
    steps(1, 3);
    stores.ids.script.next(Call.WRITE, Fate.NEVER_APPLIED);
    steps(4, 4);
    for (int step = 5; step < 9 && !header().ids().merges().isEmpty(); step++) {
      assertThat(header().ids().live()).noneMatch(run -> run.level() > 0);
      steps(step, step);
    }
    assertThat(header().ids().live()).anyMatch(run -> run.level() > 0);
  }

  @Test
  void aPeriodThatIsOver_isMergedWhole() {
    put(1, 1, "x");
    settle(settler, 5);
    put(11, 1, "y");
    settle(settler, 15);
    put(900, 1, "z");
    settle(settler, 905);
    put(910, 1, "a");
    settle(settler, 915);
    put(920, 1, "b");
    settle(settler, 925);
    assertThat(header().ids().live())
        .filteredOn(run -> !run.period().end().isAfter(header().until()))
        .singleElement()
        .matches(run -> run.ids() == 2);
  }
}
