package io.quipu.engine.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.checkpoint.PageSettler.Outcome;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.Done;
import io.quipu.testing.sim.scripted.Fate;
import io.quipu.testing.sim.scripted.ScriptedCounterNames;
import io.quipu.testing.sim.scripted.ScriptedPageStore.Call;
import io.quipu.testing.sim.scripted.ScriptedSettledIds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each row is in one step, and each fact is exported, whoever settles and whatever fails. */
class PageSettlerTest extends SettlerFixture {
  private final PageSettler settler = settler();

  @Test
  void takesEachRowInOneStep() {
    put(1, 1);
    put(2, 10);
    assertThat(settle(settler, 2)).isEqualTo(Outcome.SETTLED);
    assertThat(stored().total()).isEqualTo(Tally.of(1, 1));
    assertThat(header().until()).isEqualTo(second(2));
    put(6, 100);
    settle(settler, 7);
    assertThat(stored().total()).isEqualTo(Tally.of(111, 3));
    assertThat(header().step()).isEqualTo(2);
    settle(settler(), 9);
    assertThat(stored().total()).isEqualTo(Tally.of(111, 3));
    assertThat(header().step()).isEqualTo(2);
    assertThat(passed).containsExactly(Map.entry(page, second(7)));
  }

  @Test
  void forgetsAllItKnew_whenItLosesARace() {
    PageSettler other = settler();
    put(1, 1);
    stores.pages.script.before(Call.ADVANCE, () -> settle(other, 2));
    Done.value(settler.prepare());
    assertThat(Done.value(begin(settler, 4))).isEqualTo(Outcome.SUPERSEDED);
    assertThat(settler.header()).isNull();
    assertThat(Done.value(begin(settler, 4))).isEqualTo(Outcome.SUPERSEDED);
    put(3, 10);
    settle(settler, 4);
    assertThat(stored().total()).isEqualTo(Tally.of(11, 2));
    put(5, 100);
    settle(other, 6);
    settle(other, 6);
    assertThat(stored().total()).isEqualTo(Tally.of(111, 3));
  }

  @Test
  void believesNoStateFromBeforeALostRace() {
    PageSettler other = settler();
    put(1, 1);
    settle(settler, 2);
    put(3, 10);
    stores.pages.script.before(Call.ADVANCE, () -> settle(other, 4));
    assertThat(settle(settler, 4)).isEqualTo(Outcome.SUPERSEDED);
    stores.events.put(neighbour, second(5), 1);
    settle(other, 6);
    put(7, 100);
    settle(settler, 8);
    assertThat(stored().total()).isEqualTo(Tally.of(111, 3));
  }

  @ParameterizedTest
  @EnumSource(names = {"ANSWER_LOST", "NEVER_APPLIED", "LATE"})
  void takesEachRowInOneStep_whateverBecomesOfAStepWithoutAnAnswer(Fate fate) {
    put(1, 1, "x");
    settle(settler, 2);
    put(3, 10, "y");
    stores.pages.script.next(Call.ADVANCE, fate);
    assertThat(settle(settler, 4)).isEqualTo(Outcome.SUPERSEDED);
    assertThat(settler.header()).isNull();
    assertThat(passed).containsExactly(Map.entry(page, second(2)));
    put(5, 100, "z");
    assertThat(settle(settler, 6)).isEqualTo(Outcome.SETTLED);
    stores.pages.script.deliverLate();
    put(7, 1, "y");
    settle(settler(), 8);
    assertThat(stored().total()).isEqualTo(Tally.of(111, 3));
    assertThat(stores.ids.stored(A)).hasSize(3);
  }

  @Test
  void takesEachRowInOneStep_whenALateOneOvertakesTheSerialRead() {
    put(1, 1);
    stores.pages.script.next(Call.ADVANCE, Fate.LATE);
    settle(settler, 2);
    Done.value(settler.prepare());
    stores.pages.script.deliverLate();
    put(3, 10);
    assertThat(Done.value(begin(settler, 4))).isEqualTo(Outcome.SUPERSEDED);
    settle(settler, 4);
    assertThat(stored().total()).isEqualTo(Tally.of(11, 2));
  }

  @Test
  void takesNoStep_beforeTheFactsOfTheLastAreDurable() {
    put(1, 1, "x");
    stores.ids.script.next(ScriptedSettledIds.Call.WRITE, Fate.NEVER_APPLIED, Fate.NEVER_APPLIED);
    Done.value(settler.prepare());
    assertThat(Done.failure(begin(settler, 2))).isInstanceOf(StoreUnavailable.class);
    put(3, 10, "y");
    assertThat(Done.value(begin(settler, 4))).isEqualTo(Outcome.SUPERSEDED);
    assertThat(Done.failure(settler.prepare())).isInstanceOf(StoreUnavailable.class);
    assertThat(Done.value(begin(settler, 4))).isEqualTo(Outcome.SUPERSEDED);
    assertThat(stores.pages.script.calls(Call.ADVANCE)).isOne();
    assertThat(passed).isEmpty();
    assertThat(settle(settler, 4)).isEqualTo(Outcome.SETTLED);
    assertThat(stores.ids.stored(A)).hasSize(2);
    assertThat(stored().total()).isEqualTo(Tally.of(11, 2));
  }

  @Test
  void exportsTheLastStep_beforeItTakesOneOfItsOwn() {
    put(1, 1, "x");
    stores.ids.script.next(ScriptedSettledIds.Call.WRITE, Fate.NEVER_APPLIED, Fate.REFUSED);
    Done.value(settler.prepare());
    Done.failure(begin(settler, 2));
    PageSettler successor = settler();
    assertThat(Done.failure(successor.prepare())).isInstanceOf(StoreUnavailable.class);
    put(3, 10, "y");
    List<Integer> exported = new ArrayList<>();
    stores.pages.script.before(Call.ADVANCE, () -> exported.add(stores.ids.stored(A).size()));
    assertThat(settle(successor, 4)).isEqualTo(Outcome.SETTLED);
    assertThat(exported).containsExactly(1);
    assertThat(stores.ids.stored(A)).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(names = {"ANSWER_LOST", "NEVER_APPLIED", "LATE", "ANSWERED"})
  void exportsNothing_ofAStepThatWasNotCertainlyTaken(Fate fate) {
    put(1, 1, "x");
    Done.value(settler.prepare());
    if (fate == Fate.ANSWERED) {
      // Somebody else has moved the page, and not seen the row.
      stores.pages.settled(page, second(1), Map.of());
    }
    stores.pages.script.next(Call.ADVANCE, fate);
    assertThat(Done.value(begin(settler, 70))).isEqualTo(Outcome.SUPERSEDED);
    assertThat(stores.ids.stored(A)).isEmpty();
    assertThat(stores.windows.stored(A)).isEmpty();
    assertThat(stores.names.entered()).isEmpty();
    assertThat(passed).isEmpty();
  }

  @Test
  void startsOver_whenThePageHasMovedBetweenTwoReads() {
    PageSettler other = settler();
    put(1, 1);
    settle(other, 2);
    put(3, 10);
    stores.pages.script.before(Call.READ_SERIAL, () -> settle(other, 4));
    Done.value(settler.prepare());
    assertThat(settler.header()).isNull();
    put(5, 100);
    settle(settler, 6);
    assertThat(stored().total()).isEqualTo(Tally.of(111, 3));
  }

  @Test
  void startsOver_whenAStateIsNotOfItsHeader() {
    put(1, 1);
    settle(settler, 2);
    stores.events.put(neighbour, second(3), 10);
    PageSettler other = settler();
    stores.pages.script.before(Call.READ_SERIAL, () -> settle(other, 4));
    stores.events.put(neighbour, second(5), 100);
    assertThat(settle(settler, 6)).isEqualTo(Outcome.SUPERSEDED);
    assertThat(stores.pages.script.calls(Call.ADVANCE)).isEqualTo(2);
    settle(settler, 6);
    assertThat(stores.pages.stored(page, neighbour).total()).isEqualTo(Tally.of(110, 2));
  }

  @Test
  void readsNoStates_asLongAsItTookEveryStepItself() {
    put(1, 1);
    settle(settler, 2);
    long reads = stores.pages.script.calls(Call.READ_SERIAL);
    put(3, 1);
    settle(settler, 4);
    assertThat(stores.pages.script.calls(Call.READ_SERIAL)).isEqualTo(reads);
    assertThat(stored().total()).isEqualTo(Tally.of(2, 2));
  }

  @Test
  void takesNoStep_withoutAllRows_andHoldsNoneWhenItHasFailed() {
    put(1, 1);
    put(6, 1);
    stores.events.script.down(partition(6), true);
    Done.value(settler.prepare());
    assertThat(Done.failure(begin(settler, 8))).isInstanceOf(StoreUnavailable.class);
    assertThat(share.taken()).isZero();
    assertThat(stores.pages.script.calls(Call.ADVANCE)).isZero();
    stores.events.script.down(partition(6), false);
    settle(settler, 8);
    assertThat(stored().total()).isEqualTo(Tally.of(2, 2));
    assertThat(share.taken()).isZero();
  }

  @Test
  void saysThatAPageHasPassed_onlyWhenItsFactsAreDurable() {
    put(1, 1);
    stores.names.script.next(ScriptedCounterNames.Call.ENTER, Fate.ANSWER_LOST);
    Done.value(settler.prepare());
    Done.failure(begin(settler, 2));
    assertThat(passed).isEmpty();
    put(3, 1);
    settle(settler, 4);
    assertThat(passed).containsExactly(Map.entry(page, second(4)));
  }
}
