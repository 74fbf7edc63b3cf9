package io.quipu.engine.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.checkpoint.PageSettler.Outcome;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Series;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.IdBounds;
import io.quipu.engine.state.PendingFacts;
import io.quipu.engine.state.SeriesNotes;
import io.quipu.engine.state.StateSize;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.windows.EventMinute;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.engine.windows.Window;
import io.quipu.testing.sim.scripted.Fate;
import io.quipu.testing.sim.scripted.ScriptedPageStore.Call;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Notes of resets are dropped once no series needs them, and states stay within bounds. */
class IdleSeriesTest extends SettlerFixture {
  private static final int IDLE = 20;
  private static final int RESETS = 3;
  private static final int AT_ONCE = 2;

  private final List<String> keys = IntStream.range(0, IDLE).mapToObj(IdleSeriesTest::key).toList();
  private final String busy = key(IDLE);

  IdleSeriesTest() {
    bounds = new StepBounds(1_500, 1 << 16, RESETS, AT_ONCE, IdBounds.USUAL);
  }

  private static String key(int number) {
    return new Series(0, List.of("s" + number)).key();
  }

  private void putIn(long second, int tick, String series) {
    stores.events.put(
        RetentionClass.USUAL,
        0,
        A,
        new EventRow(
            second(second).plusTicks(tick).timeuuid(0, 1),
            1,
            1,
            null,
            0,
            EventMinute.OWN,
            List.of(series)));
  }

  private void reset(long second) {
    EventRow row = EventRow.reset(second(second).timeuuid(0, 2));
    stores.events.put(RetentionClass.USUAL, 0, A, row);
  }

  private void putAll(long second) {
    for (int i = 0; i < IDLE; i++) {
      putIn(second, i, keys.get(i));
    }
  }

  private CounterState stored(String key) {
    return stores.pages.stored(page, A.with(key));
  }

  private List<EventTime> noted() {
    return stored().series().resets();
  }

  /** Resets, and an event of a series that is not idle, and a step. */
  private void step(PageSettler settler, int number) {
    reset(60L * number);
    putIn(60L * number + 1, 0, busy);
    assertThat(settle(settler, 60L * number + 2)).isEqualTo(Outcome.SETTLED);
  }

  @Test
  void writesTheSeriesSomeAtATime_andDropsWhatNoneNeedsAnyMore() {
    PageSettler settler = settler();
    putAll(1);
    settle(settler, 2);
    for (int number = 1; number <= 40; number++) {
      step(settler, number);
      assertThat(noted().size()).isLessThanOrEqualTo(RESETS + 1 + 2 * IDLE / AT_ONCE);
      assertThat(stores.pages.changed(page).size()).isLessThanOrEqualTo(2 + AT_ONCE);
      keys.forEach(this::wasTakenBackByTheFirst);
    }
    assertThat(noted()).doesNotContain(second(60));
    keys.forEach(key -> assertThat(stored(key).total()).isEqualTo(Tally.ZERO));
  }

  private void wasTakenBackByTheFirst(String key) {
    Map<Window, Tally> all = new HashMap<>();
    CounterState state =
        new PageState(header(), Map.of(A, stored(), A.with(key), stored(key))).of(A.with(key));
    state.forEachSupplement((window, tally) -> all.merge(window, tally, Tally::plus));
    all.putAll(stores.windows.stored(A.with(key), Granularity.MINUTE));
    assertThat(all).containsEntry(Granularity.MINUTE.windowOf(second(60)), Tally.of(-1, -1));
    assertThat(state.total()).isEqualTo(Tally.ZERO);
  }

  @Test
  void beginsAgain_whoeverTakesOver_andWhateverBecomesOfAStep() {
    PageSettler settler = settler();
    putAll(1);
    settle(settler, 2);
    for (int number = 1; number <= 60; number++) {
      if (number % 7 == 0) {
        settler = settler();
      }
      reset(60L * number);
      putIn(60L * number + 1, 0, busy);
      if (number % 5 == 0) {
        stores.pages.script.next(Call.ADVANCE, Fate.ANSWER_LOST);
        settle(settler, 60L * number + 2);
      }
      settle(settler, 60L * number + 2);
      keys.forEach(this::wasTakenBackByTheFirst);
    }
    keys.forEach(key -> assertThat(stored(key).total()).isEqualTo(Tally.ZERO));
  }

  @Test
  void aSeriesThatIsNotIdle_isLeftAlone() {
    PageSettler settler = settler();
    putAll(1);
    settle(settler, 2);
    for (int number = 1; number <= RESETS; number++) {
      step(settler, number);
    }
    putAll(60L * RESETS + 10);
    settle(settler, 60L * RESETS + 20);
    for (int number = RESETS + 1; number <= 40; number++) {
      putIn(60L * number, 0, busy);
      settle(settler, 60L * number + 1);
    }
    keys.forEach(key -> assertThat(stored(key).total()).isEqualTo(Tally.of(1, 1)));
    assertThat(noted()).hasSize(RESETS);
  }

  /** As of versions that kept the window of each reset. */
  @Test
  void aStepIsCut_soThatItsStatesFitIntoIt_andTellsOfThoseThatAreLarge() {
    Map<Window, Tally> many = new HashMap<>();
    for (int minute = 0; minute < 1_500; minute++) {
      many.put(Granularity.MINUTE.windowOf(second(-60L * minute)), Tally.of(-1, -1));
    }
    Map<CounterName, CounterState> large = new HashMap<>();
    for (String key : keys) {
      large.put(
          A.with(key),
          new CounterState(Tally.of(1, 1), second(1), Map.of(), many, PendingFacts.NONE, false, 0));
    }
    CounterState whole =
        new CounterState(Tally.of(IDLE, IDLE), second(1), Map.of(), PendingFacts.NONE, 0);
    large.put(A, whole.with(new SeriesNotes(List.of((long) IDLE), List.of())));
    stores.pages.settled(page, second(1), large);
    putAll(5);
    assertThat(settle(settler(), 10)).isEqualTo(Outcome.SETTLED);

    assertThat(header().step()).as("a few states at a time").isBetween(6L, 22L);
    List<Long> sizes = new ArrayList<>();
    for (String key : keys) {
      assertThat(stored(key).total()).isEqualTo(Tally.of(2, 2));
      sizes.add(StateSize.ofKept(stored(key)));
    }
    assertThat(sizes).allMatch(bytes -> bytes < 1_000);
    assertThat(registry.get("quipu.checkpoint.large").counter().count()).isEqualTo(IDLE);
  }
}
