package io.quipu.engine.checkpoint;

import static io.quipu.engine.time.Noon.second;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.checkpoint.StepRows.Row;
import io.quipu.engine.checkpoint.dedup.Deduplicated;
import io.quipu.engine.checkpoint.dedup.IdRow;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.CountedId;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.state.PendingFacts;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.windows.EventMinute;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class CounterFoldTest {
  private static final CounterName A = new CounterName("votes", "a");
  private static final int DAY = 86_400;

  private static Row row(long second, long delta, int retention) {
    return new Row(
        A, second(second).timeuuid(0, 1), delta, 1, null, 0, EventMinute.OWN, List.of(), retention);
  }

  private static Row named(long second, long delta, String id, int retention) {
    return new Row(
        A, second(second).timeuuid(0, 1), delta, 1, id, DAY, EventMinute.OWN, List.of(), retention);
  }

  private static CounterState fold(CounterState before, long until, Row... rows) {
    return next(new CounterFold(List.of(rows)), before, Deduplicated.NOTHING, until);
  }

  private static CounterState next(
      CounterFold fold, CounterState before, Deduplicated resolved, long until) {
    return Objects.requireNonNull(changes(fold, Map.of(A, before), resolved, until).get(A));
  }

  private static Map<CounterName, CounterState> changes(
      CounterFold fold, Map<CounterName, CounterState> before, Deduplicated resolved, long until) {
    Map<CounterName, CounterState> changed = new HashMap<>();
    fold.next(A, new PageState(PageHeader.NONE, before), resolved, second(until), changed::put);
    return changed;
  }

  private static boolean changes(CounterFold fold, CounterState before, Deduplicated resolved) {
    return !changes(fold, Map.of(A, before), resolved, 100).isEmpty();
  }

  private static Window window(Granularity granularity, long second) {
    return granularity.windowOf(second(second));
  }

  @Test
  void addsRowsToTotalAndWindows() {
    CounterState state = fold(CounterState.NONE, 70, row(5, 2, 3), row(61, 40, 4));
    assertThat(state.total()).isEqualTo(Tally.of(42, 2));
    assertThat(state.until()).isEqualTo(second(70));
    assertThat(state.open())
        .containsOnly(
            Map.entry(window(Granularity.MINUTE, 61), Tally.of(40, 1)),
            Map.entry(window(Granularity.HOUR, 0), Tally.of(42, 2)),
            Map.entry(window(Granularity.DAY, 0), Tally.of(42, 2)));
    assertThat(state.pending().closed())
        .containsOnly(Map.entry(window(Granularity.MINUTE, 5), Tally.of(2, 1)));
    assertThat(state.pending().isNew()).isTrue();
    assertThat(state.retentions()).isEqualTo(1 << 3 | 1 << 4);
  }

  @Test
  void whatWasPending_isNotPendingAnyMore() {
    CounterState first = fold(CounterState.NONE, 70, row(5, 2, 3));
    CounterState second = fold(first, 80, row(75, 1, 3));
    assertThat(first.pending().closed()).isNotEmpty();
    assertThat(second.pending()).isEqualTo(PendingFacts.NONE);
  }

  @Test
  void countsRowsWithIds_onlyWhereTheyAreResolved() {
    Row counts = named(5, 7, "x", 3);
    Row repeats = named(6, 7, "x", 3);
    CounterFold fold = new CounterFold(List.of(counts, repeats));
    assertThat(fold.undecided()).hasSize(2);
    IdRow first = fold.undecided().get(0);
    CounterState state = next(fold, CounterState.NONE, new Deduplicated(List.of(first), 1, 0), 10);
    assertThat(state.total()).isEqualTo(Tally.of(7, 1));
    assertThat(state.pending().ids()).containsExactly(new CountedId("x", first.at(), 7, 1, DAY));
  }

  @Test
  void ofRepetitionsOnly_changesNothing() {
    CounterState before = fold(CounterState.NONE, 4, row(3, 1, 3));
    Row repeats = named(6, 7, "x", 3);
    CounterFold fold = new CounterFold(List.of(repeats));
    assertThat(changes(fold, before, new Deduplicated(List.of(), 1, 0))).isFalse();
    Row kept = named(6, 7, "x", 4);
    CounterFold other = new CounterFold(List.of(kept));
    assertThat(changes(other, before, new Deduplicated(List.of(), 1, 0))).isTrue();
  }

  @Test
  void totalsAreExact_howeverLarge() {
    CounterState state = CounterState.NONE;
    for (int i = 0; i < 4; i++) {
      state = fold(state, 10 + i, row(9 + i, Long.MAX_VALUE, 3));
    }
    assertThat(state.total().count())
        .isEqualTo(BigInteger.valueOf(Long.MAX_VALUE).multiply(BigInteger.valueOf(4)));
  }

  private static Row reset(long second, int retention) {
    EventRow reset = EventRow.reset(second(second).timeuuid(0, 2));
    return new Row(
        A,
        reset.at(),
        reset.delta(),
        reset.events(),
        null,
        DAY,
        EventMinute.OWN,
        List.of(),
        retention);
  }

  @Test
  void aResetTakesAwayWhatLiesBefore_fromTheTotalAndFromItsWindows() {
    CounterState first = fold(CounterState.NONE, 30, row(5, 2, 3));
    CounterState second = fold(first, 130, row(65, 40, 3), reset(66, 4), row(67, 5, 3));
    assertThat(second.total()).isEqualTo(Tally.of(5, 1));
    assertThat(second.pending().closed())
        .containsOnly(
            Map.entry(window(Granularity.MINUTE, 0), Tally.of(2, 1)),
            Map.entry(window(Granularity.MINUTE, 60), Tally.of(3, 0)));
    assertThat(second.open())
        .containsOnly(
            Map.entry(window(Granularity.HOUR, 0), Tally.of(5, 1)),
            Map.entry(window(Granularity.DAY, 0), Tally.of(5, 1)));
    assertThat(second.retentions()).as("of the reset, too").isEqualTo(1 << 3 | 1 << 4);
  }

  @Test
  void aResetCounts_besideDuplicatesOnly() {
    CounterState before = fold(CounterState.NONE, 30, row(5, 2, 3));
    Row duplicate = named(40, 7, "x", 3);
    CounterFold fold = new CounterFold(List.of(duplicate, reset(41, 3)));
    assertThat(next(fold, before, Deduplicated.NOTHING, 50).total()).isEqualTo(Tally.ZERO);
    assertThat(fold.events()).isZero();
  }

  @Test
  void aResetDividesRowsWithIds_asTheyAreResolved() {
    CounterState before = fold(CounterState.NONE, 30, row(5, 2, 3));
    Row early = named(40, 7, "x", 3);
    Row late = named(42, 9, "y", 3);
    CounterFold fold = new CounterFold(List.of(early, reset(41, 3), late));
    CounterState state = next(fold, before, new Deduplicated(fold.undecided(), 0, 0), 50);
    assertThat(state.total()).isEqualTo(Tally.of(9, 1));
    assertThat(fold.events()).isEqualTo(2);
    assertThat(state.pending().ids()).hasSize(2);
  }

  @Test
  void aResetOfNothingChangesNothing() {
    CounterFold fold = new CounterFold(List.of(reset(5, 3)));
    assertThat(changes(fold, CounterState.NONE, Deduplicated.NOTHING)).isFalse();
  }

  @Test
  void refusesRows_thatOnlyALaterVersionKnows() {
    Row unknown =
        new Row(A, second(5).timeuuid(0, 1), 0, -7, null, DAY, EventMinute.OWN, List.of(), 3);
    assertThatThrownBy(() -> new CounterFold(List.of(unknown)))
        .isInstanceOf(IllegalStateException.class);
  }
}
