package io.quipu.engine.checkpoint.dedup;

import static io.quipu.engine.time.Noon.NOON;
import static io.quipu.engine.time.Noon.second;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.state.CountedId;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.IdRuns;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.state.PendingFacts;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.Done;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.scripted.Fate;
import io.quipu.testing.sim.scripted.ScriptedSettledIds;
import io.quipu.testing.sim.scripted.ScriptedStores;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A page that stands at {@value #UNTIL} seconds after noon; all times are in such seconds. */
class DeduplicationTest {
  private static final CounterName A = new CounterName("votes", "a");
  private static final CounterName B = new CounterName("votes", "b");
  private static final int PAGE = 1;
  private static final long UNTIL = 10_000;
  private static final int FOREVER = DeduplicationWindow.FOREVER;

  private final ScriptedStores stores = new ScriptedStores();
  private final ScriptedSettledIds ids = stores.ids;
  private final Deduplication deduplication = new Deduplication(stores.layout, stores.all());
  private final List<CountedId> pending = new ArrayList<>();
  private IdRuns remembered = IdRuns.NONE;

  private static IdRow row(long second, long delta, String id, int window) {
    return new IdRow(second(second).timeuuid(0, 1), delta, 1, id, window);
  }

  private static CountedId counted(long second, long delta, String id, int window) {
    return new CountedId(id, second(second).timeuuid(0, 1), delta, 1, window);
  }

  /** Somebody has counted it, and exported. */
  private void settled(CounterName counter, CountedId id) {
    remembered = ids.put(PAGE, remembered, counter, id);
  }

  private Deduplicated resolve(IdRow... rows) {
    return resolve(Map.of(A, new ArrayList<>(Arrays.asList(rows)))).get(A);
  }

  private Map<CounterName, Deduplicated> resolve(Map<CounterName, List<IdRow>> rows) {
    return Done.value(deduplication.resolve(PAGE, state(), rows, Map.of()));
  }

  private PageState state() {
    EventTime until = second(UNTIL);
    CounterState state =
        new CounterState(
            Tally.of(1, 1), until, Map.of(), new PendingFacts(false, pending, Map.of()), 0);
    return new PageState(new PageHeader(until, NOON, remembered, 7), Map.of(A, state));
  }

  @Test
  void countsTheFirstOfEachId_inEventOrder() {
    IdRow first = row(UNTIL, 5, "x", FOREVER);
    IdRow other = row(UNTIL + 1, 5, "y", FOREVER);
    IdRow again = row(UNTIL + 2, 5, "x", FOREVER);
    assertThat(resolve(again, other, first))
        .isEqualTo(new Deduplicated(List.of(first, other), 1, 0));
  }

  @Test
  void ofOneTick_countsTheSame_howeverTheyCome() {
    EventTime tick = second(UNTIL);
    IdRow one = new IdRow(tick.timeuuid(0, 1), 5, 1, "x", FOREVER);
    IdRow two = new IdRow(tick.timeuuid(0, 2), 6, 1, "x", FOREVER);
    Deduplicated resolved = resolve(one, two);
    assertThat(resolved.counted()).hasSize(1);
    assertThat(resolve(two, one)).isEqualTo(resolved);
  }

  /** What is told of duplicates is in events, as what is told of those that count. */
  @Test
  void anIdOfSeveralEvents_isRepeatedOnlyByTheSameAmount() {
    IdRow first = new IdRow(second(UNTIL).timeuuid(0, 1), 5, 3, "x", FOREVER);
    IdRow same = new IdRow(second(UNTIL + 1).timeuuid(0, 1), 5, 3, "x", FOREVER);
    IdRow fewer = new IdRow(second(UNTIL + 2).timeuuid(0, 1), 5, 2, "x", FOREVER);
    IdRow more = new IdRow(second(UNTIL + 3).timeuuid(0, 1), 6, 3, "x", FOREVER);
    assertThat(resolve(first, same, fewer, more))
        .isEqualTo(new Deduplicated(List.of(first), 3 + 2 + 3, 2 + 3));
  }

  @Test
  void knowsWhatIsPending() {
    pending.add(counted(UNTIL - 5, 5, "x", 60));
    assertThat(resolve(row(UNTIL, 5, "x", 60)).duplicates()).isOne();
  }

  @Test
  void knowsWhatWasSettled_andOfItTheLast() {
    settled(A, counted(100, 5, "x", 60));
    settled(A, counted(UNTIL - 30, 5, "x", 60));
    settled(A, counted(UNTIL - 300, 5, "x", 60));
    assertThat(resolve(row(UNTIL + 29, 5, "x", 60)).duplicates()).isOne();
    assertThat(resolve(row(UNTIL + 30, 5, "x", 60)).duplicates()).isZero();
  }

  @Test
  void ignoresIds_ofStepsThatItHasNotSeen() {
    settled(A, counted(UNTIL, 5, "x", FOREVER));
    settled(A, counted(UNTIL + 2, 5, "y", FOREVER));
    IdRow itself = row(UNTIL, 5, "x", FOREVER);
    IdRow before = row(UNTIL + 1, 5, "y", FOREVER);
    IdRow after = row(UNTIL + 3, 5, "y", FOREVER);
    assertThat(resolve(itself, before, after))
        .isEqualTo(new Deduplicated(List.of(itself, before), 1, 0));
  }

  @Test
  void believesIdsOfTheLastTickBelowIt() {
    CountedId last = new CountedId("x", second(UNTIL).plusTicks(-1).timeuuid(0, 1), 5, 1, FOREVER);
    settled(A, last);
    assertThat(resolve(row(UNTIL, 5, "x", FOREVER)).duplicates()).isOne();
  }

  @ParameterizedTest
  @CsvSource({"60, 600", "600, 60", "60, 0", "0, 60", "60, 60"})
  void theShorterWindowDecides(int counted, int window) {
    settled(A, counted(UNTIL - 20, 5, "settled", counted));
    pending.add(counted(UNTIL - 20, 5, "pending", counted));
    for (String id : List.of("settled", "pending")) {
      assertThat(resolve(row(UNTIL + 39, 5, id, window)).duplicates()).isOne();
      assertThat(resolve(row(UNTIL + 40, 5, id, window)).duplicates()).isZero();
    }
    IdRow first = row(UNTIL, 5, "new", counted);
    assertThat(resolve(first, row(UNTIL + 59, 5, "new", window)).duplicates()).isOne();
    assertThat(resolve(first, row(UNTIL + 60, 5, "new", window)).duplicates()).isZero();
  }

  /** A day, a second for a while, and a day again. */
  @Test
  void aLongerWindowStillHolds_whereAnotherCountedInAShorterOneMeanwhile() {
    int day = DeduplicationWindow.USUAL;
    IdRow first = row(UNTIL, 5, "new", day);
    IdRow between = row(UNTIL + 50, 5, "new", 1);
    IdRow again = row(UNTIL + 700, 5, "new", day);
    assertThat(resolve(first, between, again).counted()).containsExactly(first, between);

    for (int order = 0; order < 2; order++) {
      String id = "pending" + order;
      List<CountedId> both =
          List.of(counted(UNTIL - 50, 5, id, day), counted(UNTIL - 10, 5, id, 1));
      pending.add(both.get(order));
      pending.add(both.get(1 - order));
      assertThat(resolve(row(UNTIL + 700, 5, id, day)).duplicates()).isOne();
      assertThat(resolve(row(UNTIL + 700, 5, id, 60)).duplicates()).isZero();
    }
    settled(A, counted(UNTIL - 900, 5, "settled", day));
    settled(A, counted(UNTIL - 2, 5, "settled", 1));
    assertThat(resolve(row(UNTIL, 5, "settled", day)).duplicates()).isOne();
    assertThat(resolve(row(UNTIL + 800, 5, "settled", day)).duplicates()).isOne();
  }

  @Test
  void aRepetitionDoesNotMakeAnIdRememberedForLonger() {
    IdRow first = row(UNTIL, 5, "x", 60);
    IdRow again = row(UNTIL + 40, 5, "x", 60);
    IdRow later = row(UNTIL + 60, 5, "x", 60);
    assertThat(resolve(first, again, later).counted()).containsExactly(first, later);
  }

  @Test
  void countsTheDuplicatesWithAnotherDeltaAsConflicts() {
    settled(A, counted(1, 5, "x", FOREVER));
    IdRow first = row(UNTIL, 5, "y", FOREVER);
    assertThat(
            resolve(
                first,
                row(UNTIL + 1, 6, "x", FOREVER),
                row(UNTIL + 2, 5, "x", FOREVER),
                row(UNTIL + 3, 7, "y", FOREVER)))
        .isEqualTo(new Deduplicated(List.of(first), 3, 2));
  }

  @Test
  void ofOtherCountersAndIdsItKnowsNothing() {
    settled(A, counted(1, 5, "x", FOREVER));
    pending.add(counted(2, 5, "y", FOREVER));
    settled(B, counted(3, 5, "z", FOREVER));
    List<IdRow> rows =
        List.of(
            row(UNTIL, 5, "x", FOREVER), row(UNTIL, 5, "y", FOREVER), row(UNTIL, 5, "z", FOREVER));
    Map<CounterName, Deduplicated> resolved =
        resolve(Map.of(A, new ArrayList<>(rows), B, new ArrayList<>(rows)));
    assertThat(resolved.get(A).counted()).containsExactly(rows.get(2));
    assertThat(resolved.get(B).counted()).containsExactly(rows.get(0), rows.get(1));
  }

  @Test
  void asksOnlyForPeriodsThatHaveIds_withinBothWindows() {
    resolve(row(UNTIL, 5, "x", FOREVER));
    assertThat(asked()).isZero();
    // In periods of eleven minutes: too long ago for a window of a minute.
    settled(A, counted(UNTIL - 2_100, 5, "y", 60));
    resolve(row(UNTIL, 5, "x", FOREVER));
    assertThat(asked()).isZero();
    settled(A, counted(UNTIL - 30, 5, "y", 60));
    settled(A, counted(UNTIL - 30, 5, "y", FOREVER));
    resolve(row(UNTIL, 5, "x", FOREVER));
    assertThat(asked()).isEqualTo(2);
    assertThat(Done.value(deduplication.resolve(PAGE, state(), Map.of(), Map.of()))).isEmpty();
    assertThat(asked()).isEqualTo(2);
  }

  private long asked() {
    return ids.script.calls(ScriptedSettledIds.Call.READ);
  }

  @Test
  void saysNothing_whenIdsCannotBeLookedUp() {
    settled(A, counted(1, 5, "x", FOREVER));
    ids.script.next(ScriptedSettledIds.Call.READ, Fate.UNAVAILABLE);
    Map<CounterName, List<IdRow>> rows =
        Map.of(A, new ArrayList<>(List.of(row(UNTIL, 5, "x", FOREVER))));
    assertThat(Done.failure(deduplication.resolve(PAGE, state(), rows, Map.of())))
        .isInstanceOf(StoreUnavailable.class);
  }

  @Test
  void conflictsAreAmongTheDuplicates() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Deduplicated(List.of(), 1, 2))
        .withMessage("2 conflicts of 1 duplicates");
    assertThatIllegalArgumentException().isThrownBy(() -> new Deduplicated(List.of(), 1, -1));
  }
}
