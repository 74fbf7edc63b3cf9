package io.quipu.engine.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.checkpoint.PageSettler.Outcome;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.TestLayout;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.time.Done;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import io.quipu.testing.sim.scripted.Fate;
import io.quipu.testing.sim.scripted.ScriptedEventLog;
import io.quipu.testing.sim.scripted.ScriptedPageStore.Call;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageStepsTest extends SettlerFixture {
  private final PageSettler settler = settler();

  @Test
  void takesNoStep_whereThereAreNoRows_andDoesNotReadThereAgain() {
    put(1, 1);
    settle(settler, 2);
    assertThat(settle(settler, 12)).isEqualTo(Outcome.SETTLED);
    assertThat(header().until()).isEqualTo(second(2));
    assertThat(settler.readFrom()).isEqualTo(second(12));
    long slices = stores.events.script.calls().size();
    assertThat(settle(settler, 12)).isEqualTo(Outcome.SETTLED);
    assertThat(settle(settler, 14)).isEqualTo(Outcome.SETTLED);
    assertThat(stores.events.script.calls()).hasSize((int) slices);
  }

  @Test
  void looksAgainAtWhatItFoundEmpty_whenItTakesAStep() {
    put(1, 1);
    settle(settler, 2);
    settle(settler, 12);
    put(3, 10);
    settle(settler, 14);
    assertThat(stored().total()).isEqualTo(Tally.of(1, 1));
    put(14, 100);
    settle(settler, 16);
    assertThat(stored().total()).isEqualTo(Tally.of(111, 3));
  }

  @Test
  void movesThePageWithoutRows_ifItIsToldTo() {
    put(1, 1);
    settle(settler, 2);
    settle(settler, 12);
    CompletionStage<Outcome> moved = settler.settle(second(12), due(second(12)), true);
    time.passMillis(0);
    assertThat(Done.value(moved)).isEqualTo(Outcome.SETTLED);
    assertThat(header().until()).isEqualTo(second(12));
    assertThat(header().collected()).isEqualTo(second(2));
    assertThat(stores.pages.changed(page)).isEmpty();
    assertThat(stored().total()).isEqualTo(Tally.of(1, 1));
  }

  @ParameterizedTest
  @EnumSource(names = {"ANSWERED", "ANSWER_LOST"})
  void leavesAnEighthOfASecondBetweenSteps(Fate first) {
    put(1, 1);
    stores.pages.script.next(Call.ADVANCE, first);
    Done.value(settler.prepare());
    Done.value(begin(settler, 2));
    put(3, 1);
    Done.value(settler.prepare());
    CompletionStage<Outcome> next = begin(settler, 4);
    time.passMillis(124);
    assertThat(stores.pages.script.calls(Call.ADVANCE)).isOne();
    time.passMillis(1);
    assertThat(Done.value(next)).isEqualTo(Outcome.SETTLED);
    assertThat(stores.pages.script.calls(Call.ADVANCE)).isEqualTo(2);
  }

  @Test
  void takesSeveralSteps_whenMoreRowsComeThanItMayHold() {
    RowShare few = new RowShare(8);
    PageSettler narrow = settler(shared(stores.events, few, 4));
    for (int i = 0; i < 30; i++) {
      stores.events.put(A, second(1).plusTicks(i), 1, "id-" + i % 20, 60);
    }
    Done.value(narrow.prepare());
    CompletionStage<Outcome> settled = begin(narrow, 9);
    for (int steps = 1; !settled.toCompletableFuture().isDone(); steps++) {
      assertThat(stores.pages.script.calls(Call.ADVANCE)).isEqualTo(steps);
      time.passMillis(125);
    }
    assertThat(Done.value(settled)).isEqualTo(Outcome.SETTLED);
    assertThat(narrow.readFrom()).isEqualTo(second(9));
    assertThat(header().step()).isGreaterThan(4);
    assertThat(stored().total()).isEqualTo(Tally.of(20, 20));
    assertThat(registry.get("quipu.events.duplicate").counter().count()).isEqualTo(10);
    assertThat(few.taken()).isZero();
  }

  /** One row each of some counters, between many of one. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8, 20})
  void readsOnlyTheCountersOfWhichItLeftRows_ifTheyAreFew(int others) {
    RowShare few = new RowShare(8);
    PageSettler narrow = settler(shared(stores.events, few, 4));
    for (int i = 0; i < 200; i++) {
      stores.events.put(A, second(1).plusTicks(i), 1);
    }
    List<CounterName> rare =
        TestLayout.counters(stores.layout, some -> some == page, "votes", "rare")
            .limit(others)
            .toList();
    rare.forEach(counter -> stores.events.put(counter, second(1).plusTicks(190), 1));
    stores.events.put(neighbour, second(3), 1);
    Done.value(narrow.prepare());
    CompletionStage<Outcome> settled = begin(narrow, 4);
    time.pass(Duration.ofMinutes(1));
    assertThat(Done.value(settled)).isEqualTo(Outcome.SETTLED);
    assertThat(narrow.readFrom()).isEqualTo(second(4));
    assertThat(stored().total()).isEqualTo(Tally.of(200, 200));
    assertThat(rare)
        .allMatch(counter -> stores.pages.stored(page, counter).total().equals(Tally.of(1, 1)));
    assertThat(stores.pages.stored(page, neighbour).total()).isEqualTo(Tally.of(1, 1));
    boolean known = others + 2 <= StepRows.FEW_LEFT;
    long steps = stores.pages.script.calls(Call.ADVANCE);
    assertThat(steps).isGreaterThan(20);
    long slices = stores.events.script.calls(ScriptedEventLog.Call.SLICE_PAGE);
    assertThat(slices).isBetween(known ? 1L : steps / 2, known ? 10 : 2 * steps);
    assertThat(few.taken()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {63, 64})
  void relievesACounterAtRest_ofManyPendingIds(int ids) {
    for (int i = 0; i < ids; i++) {
      stores.events.put(A, second(1).plusTicks(i), 1, "id-" + i, 60);
    }
    settle(settler, 2);
    CounterState before = stored();
    assertThat(before.pending().ids()).hasSize(ids);
    stores.events.put(neighbour, second(3), 1);
    settle(settler, 4);
    boolean relieved = ids == 64;
    assertThat(stored()).isEqualTo(relieved ? before.exported() : before);
    assertThat(stores.pages.changed(page).contains(A)).isEqualTo(relieved);
    stores.events.put(A, second(5), 1, "id-0", 60);
    stores.events.put(neighbour, second(5), 1);
    settle(settler(), 6);
    assertThat(stored().total()).isEqualTo(Tally.of(ids, ids));
    assertThat(stores.pages.changed(page)).containsExactly(neighbour);
  }

  @Test
  void relievesNoCounterThatDoesNotRest() {
    for (int i = 0; i < 64; i++) {
      stores.events.put(A, second(1).plusTicks(i), 1, "id-" + i, 60);
    }
    settle(settler, 2);
    put(3, 1);
    settle(settler, 4);
    assertThat(stored().total()).isEqualTo(Tally.of(65, 65));
  }

  @Test
  void closesWindowsWithTheStepThatPassesThem() {
    put(10, 1);
    put(70, 10);
    settle(settler, 90);
    assertThat(stores.windows.stored(A)).isEqualTo(Map.of(minute(0), Tally.of(1, 1)));
    assertThat(stored().open())
        .containsOnly(
            Map.entry(minute(60), Tally.of(10, 1)),
            Map.entry(window(Granularity.HOUR, 0), Tally.of(11, 2)),
            Map.entry(window(Granularity.DAY, 0), Tally.of(11, 2)));
    put(100, 100);
    put(3_700, 1_000);
    settle(settler, 3_710);
    assertThat(stores.windows.stored(A))
        .isEqualTo(
            Map.of(
                minute(0), Tally.of(1, 1),
                minute(60), Tally.of(110, 2),
                window(Granularity.HOUR, 0), Tally.of(111, 3)));
    assertThat(stored().open().get(window(Granularity.DAY, 0))).isEqualTo(Tally.of(1_111, 4));
  }

  @Test
  void leavesTheWindowsOfACounterAtRest_inItsState() {
    put(10, 1);
    settle(settler, 20);
    stores.events.put(neighbour, second(70), 1);
    settle(settler, 130);
    assertThat(stored().open()).containsEntry(minute(0), Tally.of(1, 1));
    assertThat(stores.windows.stored(A)).isEmpty();
    put(140, 10);
    settle(settler, 150);
    assertThat(stores.windows.stored(A)).isEqualTo(Map.of(minute(0), Tally.of(1, 1)));
  }

  @Test
  void entersTheNameOfACounterOnce() {
    put(1, 1);
    settle(settler, 2);
    put(3, 1);
    stores.events.put(neighbour, second(3), 1);
    settle(settler, 4);
    CounterName[] both = {A, neighbour};
    assertThat(stores.names.entered()).containsExactly(both);
  }

  @Test
  void namesTheRunsOfItsIds_inTheHeader() {
    put(1, 1, "x");
    settle(settler, 2);
    assertThat(header().ids().live()).singleElement().matches(run -> run.isOfStep(1));
    put(700, 1, "y");
    settle(settler, 710);
    assertThat(header().ids().live()).hasSize(2).anyMatch(run -> run.isOfStep(2));
  }

  @Test
  void countsNothingTwice_whoeverRepeatsAnId_pendingOrSettled() {
    put(1, 7, "x");
    put(2, 7, "x");
    settle(settler, 3);
    put(4, 7, "x");
    settle(settler, 5);
    put(6, 1, "y");
    settle(settler, 7);
    put(8, 9, "x");
    settle(settler(), 9);
    assertThat(stored().total()).isEqualTo(Tally.of(8, 2));
    assertThat(registry.get("quipu.events.conflict").counter().count()).isEqualTo(1);
  }

  private Window minute(long second) {
    return window(Granularity.MINUTE, second);
  }

  private Window window(Granularity granularity, long second) {
    return granularity.windowOf(second(second));
  }
}
