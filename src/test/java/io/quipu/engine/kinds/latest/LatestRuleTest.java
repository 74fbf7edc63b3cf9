package io.quipu.engine.kinds.latest;

import static io.quipu.engine.time.Noon.NOON;
import static io.quipu.engine.time.Noon.second;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.checkpoint.dedup.Deduplicated;
import io.quipu.engine.checkpoint.dedup.IdRow;
import io.quipu.engine.checkpoint.dedup.Replay;
import io.quipu.engine.checkpoint.dedup.RowRule.Recounted;
import io.quipu.engine.input.Limits;
import io.quipu.engine.kinds.latest.StandingValues.Part;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Layout;
import io.quipu.engine.names.TestLayout;
import io.quipu.engine.state.CountedId;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.IdRuns;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.state.PendingFacts;
import io.quipu.engine.state.SeriesNotes;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.store.SettledIds.Counted;
import io.quipu.engine.store.SettledIds.CounterId;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.cassandra.CalmCluster;
import io.quipu.testing.sim.cassandra.SimulatedStandingValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A page that stands at {@value #UNTIL} seconds after noon; all times are in such seconds. */
class LatestRuleTest {
  private static final CounterName A = new CounterName("stock", "a");
  private static final CounterName B = new CounterName("stock", "b");
  private static final Layout LAYOUT = TestLayout.SMALL;
  private static final int PAGE = 1;
  private static final long UNTIL = 10_000;

  private final CalmCluster cluster = CalmCluster.of(1);
  private final StandingValues values = new SimulatedStandingValues(cluster.driver());
  private final HandDrivenTime time = new HandDrivenTime();
  private final LatestRule rule = new LatestRule(values, LAYOUT, time);
  private final List<CountedId> pending = new ArrayList<>();

  /** Of the tail or step. */
  private final List<EventTime> resets = new ArrayList<>();

  /** Settled before. */
  private EventTime reset = EventTime.MIN;

  private static IdRow row(long second, String actor, long version, long value) {
    return row(second, actor, version, value, null);
  }

  private static IdRow row(
      long second, String actor, long version, long value, @Nullable Long replaces) {
    StatedValue stated = new StatedValue(actor, version, value, replaces);
    return new IdRow(second(second).timeuuid(0, 1), value, 1, stated.id(), StatedValue.RULE);
  }

  private static CountedId fact(long second, String actor, long version, long value) {
    return new StatedValue(actor, version, value, null).since(second(second).timeuuid(0, 1));
  }

  /** A step has decided it, and exported. */
  private void stood(CounterName counter, CountedId fact) {
    rule.exports(PAGE, PageHeader.NONE, List.of(new Counted(counter, fact)))
        .forEach(write -> assertThat(cluster.await(write.get())).isEqualTo(WriteOutcome.WRITTEN));
  }

  private PageState state() {
    EventTime until = second(UNTIL);
    CounterState state =
        new CounterState(
            Tally.of(1, 1),
            until,
            Map.of(),
            Map.of(),
            new PendingFacts(false, pending, Map.of()),
            false,
            0,
            SeriesNotes.NONE,
            reset,
            EventTime.MAX);
    return new PageState(new PageHeader(until, NOON, IdRuns.NONE, 7), Map.of(A, state));
  }

  private Map<CounterName, Deduplicated> resolve(Map<CounterName, List<IdRow>> rows) {
    return cluster.await(rule.resolve(PAGE, state(), rows, Map.of(A, resets)));
  }

  private Deduplicated resolve(IdRow... rows) {
    return resolve(Map.of(A, new ArrayList<>(Arrays.asList(rows)))).get(A);
  }

  private static List<Long> adds(Deduplicated resolved) {
    return resolved.counted().stream().map(IdRow::delta).toList();
  }

  private static long sum(Deduplicated resolved) {
    return adds(resolved).stream().mapToLong(Long::longValue).sum();
  }

  /** Whatever is recorded before what; each row is an event, and the last to stand is a fact. */
  @ParameterizedTest
  @CsvSource({"1,2,3", "1,3,2", "2,1,3", "2,3,1", "3,1,2", "3,2,1"})
  void theLargestVersionOfEachActorStands_inWhateverOrderTheyCome(long one, long two, long three) {
    Deduplicated resolved =
        resolve(
            row(UNTIL + one, "P1", 1, 1_000),
            row(UNTIL + two, "P2", 1, 500),
            row(UNTIL + three, "P1", 2, 1_500));
    assertThat(sum(resolved)).isEqualTo(2_000);
    assertThat(resolved.counted()).hasSize(3).isSortedAccordingTo(IdRow.ORDER);
    assertThat(resolved.facts())
        .containsExactlyInAnyOrder(
            fact(UNTIL + two, "P2", 1, 500), fact(UNTIL + three, "P1", 2, 1_500));
  }

  @Test
  void repeatedAndLateVersionsAddNothing() {
    Deduplicated resolved =
        resolve(
            row(UNTIL, "P", 2, 5),
            row(UNTIL + 1, "P", 2, 5),
            row(UNTIL + 2, "P", 1, 99),
            row(UNTIL + 3, "P", 3, -5));
    assertThat(adds(resolved)).containsExactly(5L, 0L, 0L, -10L);
  }

  @Test
  void ofOneVersion_theLargestValueStands() {
    assertThat(adds(resolve(row(UNTIL, "P", 1, 7), row(UNTIL + 1, "P", 1, 3))))
        .containsExactly(7L, 0L);
    assertThat(adds(resolve(row(UNTIL, "P", 1, 3), row(UNTIL + 1, "P", 1, 7))))
        .containsExactly(3L, 4L);
  }

  @Test
  void ofOneTick_decidesTheSame_howeverTheyCome() {
    IdRow one = row(UNTIL, "P", 1, 7);
    IdRow two = new IdRow(second(UNTIL).timeuuid(0, 2), 3, 1, one.id(), StatedValue.RULE);
    assertThat(resolve(one, two)).isEqualTo(resolve(two, one));
  }

  @Test
  void subtractsWhatIsPending() {
    pending.add(fact(UNTIL - 5, "P", 1, 5));
    assertThat(adds(resolve(row(UNTIL, "P", 2, 7)))).containsExactly(2L);
    assertThat(adds(resolve(row(UNTIL, "Q", 2, 7)))).containsExactly(7L);
  }

  @Test
  void subtractsWhatStood_andOfItTheNewest_ofItsOwnCounterOnly() {
    stood(A, fact(100, "P", 9, 50));
    stood(A, fact(300, "P", 2, 30));
    stood(A, fact(200, "P", 10, 40));
    stood(B, fact(400, "P", 11, 60));
    assertThat(adds(resolve(row(UNTIL, "P", 3, 31)))).containsExactly(1L);
  }

  @Test
  void ignoresValues_ofStepsThatItHasNotSeen() {
    stood(A, fact(UNTIL - 1, "P", 1, 10));
    stood(A, fact(UNTIL, "P", 2, 20));
    assertThat(adds(resolve(row(UNTIL, "P", 2, 20)))).containsExactly(10L);
  }

  @Test
  void anAbsurdVersionIsOfItsActorOnly_andCanBeReplaced() {
    stood(A, fact(1, "P", Long.MAX_VALUE, 777));
    Deduplicated resolved =
        resolve(
            row(UNTIL, "P", 3, 30),
            row(UNTIL + 1, "Q", 3, 30),
            row(UNTIL + 2, "P", 3, 30, Long.MAX_VALUE),
            row(UNTIL + 3, "P", 3, 30, Long.MAX_VALUE),
            row(UNTIL + 4, "P", 4, 40));
    assertThat(adds(resolved)).containsExactly(0L, 30L, 30L - 777, 0L, 10L);
  }

  @Test
  void replacesNothing_butWhatItNames() {
    stood(A, fact(1, "P", 9, 90));
    assertThat(adds(resolve(row(UNTIL, "P", 3, 30, 8L)))).containsExactly(0L);
  }

  @Test
  void extremesAreToldApart() {
    stood(A, fact(1, "P", Long.MIN_VALUE, -Limits.DELTA));
    assertThat(adds(resolve(row(UNTIL, "P", Long.MAX_VALUE, Limits.DELTA))))
        .containsExactly(2 * Limits.DELTA);
    IdRow odd = row(UNTIL, "a\0b>\0", -36, 0, -1L);
    assertThat(StatedValue.of(odd)).isEqualTo(new StatedValue("a\0b>\0", -36, 0, -1L));
  }

  private List<Long> found(String actor) {
    List<Long> found = new ArrayList<>();
    Part part = new Part(PAGE, LAYOUT.idPart(actor));
    cluster.await(
        values.find(
            part, List.of(new CounterId(A, actor)), (counter, one) -> found.add(one.delta())));
    return new ArrayList<>(new TreeSet<>(found));
  }

  private void standTenTimes() {
    for (int version = 1; version <= 10; version++) {
      stood(A, fact(100L * version, "P", version, version));
    }
  }

  private void resolveAndExport() {
    Deduplicated resolved = resolve(row(UNTIL + 1, "P", 11, 11));
    stood(A, resolved.facts().get(0));
  }

  /** The seventh covers what is before it for all who read: the page has passed it long since. */
  @Test
  void deletesWhatStoodBefore_whenAnotherHasStoodForTheWholeOfTheWait() {
    standTenTimes();
    rule.passed(PAGE, second(750));
    time.passMillis(LAYOUT.collectionWait().toMillis());
    rule.passed(PAGE, second(UNTIL));
    resolveAndExport();
    assertThat(found("P")).containsExactly(7L, 8L, 9L, 10L, 11L);
  }

  @Test
  void deletesNothingBefore() {
    standTenTimes();
    rule.passed(PAGE, second(750));
    time.passMillis(LAYOUT.collectionWait().toMillis() - 1);
    rule.passed(PAGE, second(UNTIL));
    resolveAndExport();
    assertThat(found("P")).hasSize(11);
  }

  /** A settler that takes the page over writes again the facts it has found. */
  @Test
  void whatWasDeletedDoesNotComeBack() {
    deletesWhatStoodBefore_whenAnotherHasStoodForTheWholeOfTheWait();
    stood(A, fact(600, "P", 6, 6));
    assertThat(found("P")).doesNotContain(6L);
  }

  private static final class Told implements Replay.Sink {
    final List<Long> counted = new ArrayList<>();
    final List<Long> undecided = new ArrayList<>();

    @Override
    public void counts(IdRow row) {
      counted.add(row.delta());
    }

    @Override
    public void undecided(IdRow row, long least, long most) {
      assertThat(least).isNotPositive().isLessThanOrEqualTo(row.delta() - Limits.DELTA);
      assertThat(most).isNotNegative().isGreaterThanOrEqualTo(row.delta() + Limits.DELTA);
      undecided.add(row.delta());
    }
  }

  private Told recount(EventTime retained, IdRow... rows) {
    Told told = new Told();
    Recounted how = new Recounted(retained, second(UNTIL), resets, () -> {}, told);
    List<IdRow> some = new ArrayList<>(Arrays.asList(rows));
    cluster.await(rule.recount(PAGE, state(), A, some, how));
    return told;
  }

  @Test
  void addsAllOfAValue_afterAResetThatIsSettled_orInTheSameRows() {
    stood(A, fact(20, "P", 2, 20));
    stood(A, fact(50, "Q", 1, 5));
    reset = second(40);
    Deduplicated resolved = resolve(row(UNTIL, "P", 3, 30), row(UNTIL, "Q", 2, 7));
    assertThat(adds(resolved)).containsExactlyInAnyOrder(30L, 2L);
    resets.add(second(UNTIL + 2));
    assertThat(
            adds(
                resolve(
                    row(UNTIL, "P", 3, 30), row(UNTIL + 1, "P", 4, 35), row(UNTIL + 2, "P", 5, 1))))
        .as("a row of the tick of a reset lies after it")
        .containsExactly(30L, 5L, 1L);
  }

  @Test
  void aVersionIsUsedUp_thatStoodBeforeAReset() {
    stood(A, fact(20, "P", 2, 20));
    reset = second(40);
    Deduplicated old =
        resolve(row(UNTIL, "P", 1, 99), row(UNTIL + 1, "P", 2, 20), row(UNTIL + 2, "P", 2, 99));
    assertThat(adds(old)).containsExactly(0L, 0L, 0L);
    assertThat(old.facts()).isEmpty();
    assertThat(adds(resolve(row(UNTIL, "P", 1, 7, 2L)))).as("it replaces 2").containsExactly(7L);
  }

  @Test
  void recountsWithResets_asTheStepsDecided() {
    resets.add(second(25));
    Told told =
        recount(EventTime.MIN, row(20, "P", 2, 20), row(30, "P", 2, 50), row(40, "P", 3, 5));
    assertThat(told.counted).containsExactly(20L, 0L, 5L);
    stood(A, fact(20, "P", 2, 20));
    Told rest = recount(second(10), row(20, "P", 2, 20), row(30, "P", 2, 50), row(40, "P", 3, 5));
    assertThat(rest.counted).containsExactly(0L, 5L);
    assertThat(rest.undecided).containsExactly(20L);
  }

  @Test
  void recountsFromNothing_whereAllRowsAreThere() {
    stood(A, fact(20, "P", 2, 20));
    Told told =
        recount(EventTime.MIN, row(20, "P", 2, 20), row(10, "P", 1, 10), row(30, "P", 1, 99));
    assertThat(told.counted).containsExactly(10L, 10L, 0L);
    assertThat(told.undecided).isEmpty();
  }

  /**
   * The page had passed the first row before it came; the repetition was counted. A recount cannot
   * know that: it has the same count, one event more, and the value in an earlier window.
   */
  @Test
  void countsTheFirstRowOfARepeatedStatement_alsoWhereItCameTooLate() {
    stood(A, fact(20, "P", 1, 10));
    Told told = recount(EventTime.MIN, row(10, "P", 1, 10), row(20, "P", 1, 10));
    assertThat(told.counted).containsExactly(10L, 0L);
  }

  /** The sum before the first that stood is gone; of Q nothing stood since. */
  @Test
  void recountsFromTheFirstThatIsKnownToHaveStood_whereRowsAreGone() {
    stood(A, fact(5, "P", 1, 10));
    stood(A, fact(5, "Q", 9, 90));
    stood(A, fact(25, "P", 3, 30));
    Told told =
        recount(
            second(10),
            row(20, "P", 2, 20),
            row(21, "Q", 8, 80),
            row(25, "P", 3, 30),
            row(26, "P", 2, 20),
            row(27, "P", 4, 45));
    assertThat(told.undecided).containsExactly(20L, 30L);
    assertThat(told.counted).containsExactly(0L, 0L, 15L);
  }
}
