package io.quipu.engine.checkpoint;

import static io.quipu.engine.time.Noon.second;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.checkpoint.StepRows.Row;
import io.quipu.engine.checkpoint.dedup.Deduplicated;
import io.quipu.engine.checkpoint.dedup.IdRow;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Series;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.state.PendingFacts;
import io.quipu.engine.state.SeriesNotes;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.windows.EventMinute;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SeriesFoldTest {
  private static final CounterName A = new CounterName("votes", "a");
  private static final String CH = new Series(0, List.of("CH")).key();
  private static final String DE = new Series(0, List.of("DE")).key();
  private static final int DAY = 86_400;

  private Map<CounterName, CounterState> states = new HashMap<>();

  private static Row row(long second, long delta, String... series) {
    return new Row(
        A, second(second).timeuuid(0, 1), delta, 1, null, 0, EventMinute.OWN, List.of(series), 3);
  }

  private static Row named(long second, long delta, String id, String... series) {
    return new Row(
        A, second(second).timeuuid(0, 1), delta, 1, id, DAY, EventMinute.OWN, List.of(series), 3);
  }

  private static Row reset(long second) {
    return new Row(
        A,
        second(second).timeuuid(0, 2),
        0,
        EventRow.RESET,
        null,
        0,
        EventMinute.OWN,
        List.of(),
        3);
  }

  private CounterFold step(long until, Row... rows) {
    CounterFold fold = new CounterFold(List.of(rows));
    step(fold, Deduplicated.NOTHING, until);
    return fold;
  }

  private void step(CounterFold fold, Deduplicated resolved, long until) {
    Map<CounterName, CounterState> next = new HashMap<>(states);
    fold.next(A, new PageState(PageHeader.NONE, states), resolved, second(until), next::put);
    states = next;
  }

  private Tally count(CounterName counter) {
    return new PageState(PageHeader.NONE, states).of(counter).total();
  }

  private Tally windows(String series, Granularity granularity) {
    CounterState state = new PageState(PageHeader.NONE, states).of(A.with(series));
    Tally[] sum = {Tally.ZERO};
    state.open().forEach((window, tally) -> add(sum, granularity, window, tally));
    state.forEachSupplement((window, tally) -> add(sum, granularity, window, tally));
    return sum[0];
  }

  private static void add(Tally[] sum, Granularity granularity, Window window, Tally tally) {
    if (window.granularity() == granularity) {
      sum[0] = sum[0].plus(tally);
    }
  }

  @Test
  void aRowCountsForItsSeries_too() {
    step(10, row(1, 2, CH), row(2, 3, DE), row(3, 4, CH));
    assertThat(count(A)).isEqualTo(Tally.of(9, 3));
    assertThat(count(A.with(CH))).isEqualTo(Tally.of(6, 2));
    assertThat(count(A.with(DE))).isEqualTo(Tally.of(3, 1));
    assertThat(states.get(A.with(CH)).pending().isNew()).isTrue();
    assertThat(states.get(A).series().number(0)).isEqualTo(2);
    step(20, row(11, 1, CH), row(12, 1, new Series(2, List.of("x")).key()));
    assertThat(states.get(A).series().numbers()).containsExactly(2L, 0L, 1L);
  }

  @Test
  void anIdThatDoesNotCount_countsForNoSeries() {
    CounterFold fold = new CounterFold(List.of(named(1, 1, "x", CH), named(2, 1, "x", DE)));
    assertThat(fold.series()).containsExactlyInAnyOrder(CH, DE);
    IdRow first = fold.undecided().get(0);
    step(fold, new Deduplicated(List.of(first), 1, 0), 10);
    assertThat(count(A)).isEqualTo(Tally.of(1, 1));
    assertThat(count(A.with(CH))).isEqualTo(Tally.of(1, 1));
    assertThat(states).doesNotContainKey(A.with(DE));
    assertThat(states.get(A.with(CH)).pending().ids()).isEmpty();
  }

  @Test
  void aResetTakesSeriesBack_alsoThoseThatItIsNotWrittenTo() {
    step(10, row(1, 2, CH), row(2, 3, DE));
    step(20, reset(15), row(16, 5, CH));
    assertThat(count(A)).isEqualTo(Tally.of(5, 1));
    assertThat(count(A.with(CH))).isEqualTo(Tally.of(5, 1));
    assertThat(count(A.with(DE))).isEqualTo(Tally.ZERO);
    assertThat(states.get(A.with(DE)).total()).as("nothing was written").isEqualTo(Tally.of(3, 1));
    assertThat(windows(DE, Granularity.DAY)).isEqualTo(Tally.ZERO);
    step(30, row(25, 7, DE));
    assertThat(count(A.with(DE))).isEqualTo(Tally.of(7, 1));
    assertThat(states.get(A.with(DE)).total()).isEqualTo(Tally.of(7, 1));
    assertThat(windows(DE, Granularity.DAY)).isEqualTo(Tally.of(7, 1));
    assertThat(windows(DE, Granularity.HOUR)).isEqualTo(Tally.of(7, 1));
  }

  @Test
  void aResetOfACountOfZero_takesSeriesBackThatAreNot() {
    step(10, row(1, 2, CH), row(2, -2, DE));
    step(20, reset(15));
    assertThat(count(A.with(CH))).isEqualTo(Tally.ZERO);
    assertThat(count(A.with(DE))).isEqualTo(Tally.ZERO);
  }

  @Test
  void whatIsTakenAway_liesInTheWindowOfTheFirstResetSince() {
    step(10, row(1, 2, CH));
    step(70, reset(65));
    step(130, reset(125), row(126, 1, DE));
    CounterState left = new PageState(PageHeader.NONE, states).of(A.with(CH));
    assertThat(left.supplements())
        .containsEntry(Granularity.MINUTE.windowOf(second(65)), Tally.of(-2, -1))
        .doesNotContainKey(Granularity.MINUTE.windowOf(second(125)));
  }

  @Test
  void aYearOfResets_leavesASmallState() {
    for (int day = 0; day < 365; day++) {
      long at = 86_400L * day;
      step(at + 10, row(at + 1, 2, CH));
      step(at + 20, reset(at + 15));
    }
    step(365 * 86_400L, row(365 * 86_400L - 1, 1, CH));
    CounterState state = states.get(A.with(CH));
    assertThat(state.total()).isEqualTo(Tally.of(1, 1));
    assertThat(state.supplements())
        .hasSizeLessThanOrEqualTo(Supplements.MOST_KEPT * Granularity.values().length);
  }

  @Test
  void weeksMayLieBetweenTwoSteps_andManyResets() {
    long week = 7L * DAY;
    step(10, row(1, 2, CH));
    for (int weeks = 1; weeks <= 40; weeks++) {
      step(weeks * week + 10, reset(weeks * week + 1), row(weeks * week + 2, 1, DE));
    }
    CounterState left = new PageState(PageHeader.NONE, states).of(A.with(CH));
    assertThat(left.supplements())
        .hasSize(Granularity.values().length)
        .containsEntry(Granularity.DAY.windowOf(second(week + 1)), Tally.of(-2, -1));
    step(41 * week, row(41 * week - 1, 5, CH));
    assertThat(count(A.with(CH))).isEqualTo(Tally.of(5, 1));
  }

  @Test
  void aResetOfASeriesThatIsZero_leavesNothing() {
    step(10, row(1, 2, CH), row(2, -2, CH));
    step(20, reset(15), row(16, 1, DE));
    step(70, reset(65));
    states.put(
        A.with(CH), new CounterState(Tally.ZERO, second(10), Map.of(), PendingFacts.NONE, 8));
    step(80, row(75, 1, CH));
    assertThat(states.get(A.with(CH)).supplements()).isEmpty();
  }

  @Test
  void ofTheResetsOfAStep_theFirstIsNoted_andOfCountersWithSeriesOnly() {
    step(10, row(1, 2));
    step(20, reset(15));
    assertThat(states.get(A).series()).isEqualTo(SeriesNotes.NONE);
    step(30, row(25, 2, CH));
    step(50, reset(41), reset(42), reset(40));
    step(60, reset(55));
    assertThat(states.get(A).series().resets()).containsExactly(second(40), second(55));
    assertThat(count(A.with(CH))).isEqualTo(Tally.ZERO);
  }
}
