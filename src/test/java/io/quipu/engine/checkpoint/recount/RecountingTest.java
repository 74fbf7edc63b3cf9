package io.quipu.engine.checkpoint.recount;

import static io.quipu.engine.names.TestNamespaces.known;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.time.Done;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import io.quipu.testing.sim.scripted.Fate;
import io.quipu.testing.sim.scripted.ScriptedClosedWindows;
import io.quipu.testing.sim.scripted.ScriptedEventLog;
import io.quipu.testing.sim.scripted.ScriptedPageStore.Call;
import java.math.BigInteger;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RecountingTest extends RecountFixture {
  private static final int FOREVER = DeduplicationWindow.FOREVER;

  @Test
  void findsNothing_whereNothingWasSettled() {
    put(1, 1);
    assertThat(recount()).isEqualTo(new RecountReport(big(0), big(0), 0, true));
  }

  @Test
  void agrees_withWhatWasSettled_duplicatesAndConflictsIncluded() {
    put(1, 5);
    put(2, 7, "x", FOREVER);
    settle(30);
    put(40, 7, "x", FOREVER);
    put(70, 8, "x", FOREVER);
    put(71, 1, "y", FOREVER);
    settle(100);
    put(101, 1_000);
    assertThat(recount()).isEqualTo(new RecountReport(big(13), big(13), 4, true));
  }

  @Test
  void agrees_overYearsAndAllGranularities() {
    put(5, 5);
    put(MINUTE, -2);
    put(HOUR, 1);
    put(DAY, 100);
    put(2 * DAY + 1, 7);
    put(1_000 * DAY, 1);
    settle(1_000 * DAY + 2 * MINUTE);
    RecountReport report = recount();
    assertExact(report, 112, true);
    assertThat(report.windowsChecked()).as("minutes, hours, days").isEqualTo(6 + 5 + 4);
  }

  @Test
  void agrees_withEventsOfOtherMinutes_longAgoAndAhead() {
    put(70, 1);
    putLate(71, 5, -20 * 366L * DAY);
    putLate(72, 7, 4 * MINUTE);
    settle(100);
    for (int i = 0; i < 10; i++) {
      putLate(101 + i, 3, -i * 50L * DAY);
      settle(102 + i);
    }
    RecountReport report = recount();
    assertExact(report, 43, true);
    assertThat(report.windowsChecked()).isGreaterThan(30);
  }

  @Test
  void recountsMoreIdsThanItHoldsAtOnce() {
    putAll(60_000, i -> "id-" + i % 55_000);
    settle(30);
    assertExact(recount(), 55_000, true);
  }

  @Test
  void countsAnIdAgain_afterItsWindow() {
    put(1, 5, "x", 30);
    put(20, 5, "x", 30);
    put(31, 5, "x", 30);
    settle(60);
    assertExact(recount(), 10, true);
  }

  @Test
  void leavesOutARowThatAppearedLate_whereASettledIdSaysWhichCounted() {
    put(70, 5, "x", FOREVER);
    settle(80);
    put(1, 5, "x", FOREVER);
    assertExact(recount(), 5, true);
  }

  @Test
  void seesOneStateOfThePage_whileItIsSettled() {
    put(5, 5);
    settle(20);
    stores.windows.script.before(
        ScriptedClosedWindows.Call.READ,
        () -> {
          put(25, 7);
          settle(30);
        });
    assertExact(recount(), 5, true);
    put(35, 1);
    put(70, 1);
    stores.events.script.before(ScriptedEventLog.Call.SLICE, () -> settle(40));
    assertExact(recount(), 12, true);
    assertExact(recount(), 13, true);
    settle(175);
    stores.windows.script.before(
        ScriptedClosedWindows.Call.READ,
        () -> {
          put(177, 9);
          settle(182);
        });
    assertExact(recount(), 14, true);
    assertExact(recount(), 23, true);
  }

  @Test
  void startsAgain_whenThePageGetsSoFarThatRowsMayBeGone() {
    retain("1d");
    put(70, 5);
    put(240, 7);
    settle(DAY + 55);
    stores.events.script.before(ScriptedEventLog.Call.SLICE, () -> settleAndCollect(DAY + 85));
    assertExact(recount(), 7, false);
  }

  @Test
  void givesUp_whenThePageGetsFurtherAgainAndAgain() {
    put(5, 1);
    settle(20);
    for (int attempt = 1; attempt <= 5; attempt++) {
      long to = 1_000L << (3 * attempt);
      stores.pages.script.before(Call.READ_SERIAL, () -> {});
      stores.pages.script.before(Call.READ_SERIAL, () -> movePage(to));
    }
    assertRefused(recounting.recount(ONE, RecountTurn.Recount.WANTED));
    assertThat(share.taken()).isZero();
    assertExact(recount(), 1, true);
  }

  private static void assertRefused(CompletionStage<RecountReport> recount) {
    assertThat(Done.failure(recount)).isInstanceOf(StoreUnavailable.class);
  }

  private void movePage(long second) {
    stores.pages.settled(page, second(second), Map.of());
  }

  @Test
  void addsUpThePages_oneAfterTheOther() {
    KnownCounter spread = known(A, 3);
    for (int shard = 0; shard < 3; shard++) {
      putIn(shard, 5, 1L << shard);
    }
    settle(60);
    assertExact(recount(spread), 7, true);
    putIn(1, 6, 10);
    assertThat(recount(spread).drift()).isEqualTo(big(10));
    putIn(2, 6, -10);
    assertThat(recount(spread).drift()).as("one does not make up for another").isPositive();
    BigInteger drift = recount(spread).drift();
    putIn(3, 7, 1_000);
    assertThat(recount(spread).drift()).as("none of its pages").isEqualTo(drift);
  }

  private RecountReport recount(KnownCounter counter) {
    return Done.value(recounting.recount(counter, RecountTurn.Recount.WANTED));
  }

  @Test
  void fails_whenTheStoreDoesNotAnswer_andMayBeRepeated() {
    put(5, 5);
    settle(60);
    stores.events.script.next(ScriptedEventLog.Call.SLICE, Fate.UNAVAILABLE);
    assertRefused(recounting.recount(ONE, RecountTurn.Recount.WANTED));
    assertExact(recount(), 5, true);
  }

  @Test
  void isRefused_beforeAnythingIsRead_whileAnotherIsUnderWay() {
    put(5, 5);
    settle(60);
    RecountTurn turn = new RecountTurn();
    CompletableFuture<RecountReport> first = new CompletableFuture<>();
    turn.take(new UUID(0, 1), recount -> first);
    long before = stores.pages.script.calls(Call.READ_SERIAL);
    assertRefused(recount(turn, 2));
    assertThat(stores.pages.script.calls(Call.READ_SERIAL)).isEqualTo(before);
    first.completeExceptionally(new StoreUnavailable("no quorum", null));
    assertExact(Done.value(recount(turn, 2)), 5, true);
  }

  @Test
  void stops_whenNobodyWaitsForItAnyMore() {
    for (int minute = 0; minute < 100; minute++) {
      put(minute * MINUTE, 1, "id-" + minute, FOREVER);
    }
    settle(100 * MINUTE);
    RecountTurn turn = new RecountTurn();
    long before = stores.events.script.calls(ScriptedEventLog.Call.SLICE);
    for (int slice = 0; slice < 10; slice++) {
      stores.events.script.before(ScriptedEventLog.Call.SLICE, () -> {});
    }
    stores.events.script.before(ScriptedEventLog.Call.SLICE, () -> turn.withdraw(new UUID(0, 7)));
    stores.events.script.before(ScriptedEventLog.Call.SLICE, () -> turn.withdraw(new UUID(0, 1)));
    assertRefused(recount(turn, 1));
    assertThat(stores.events.script.calls(ScriptedEventLog.Call.SLICE) - before).isLessThan(20);
    assertThat(share.taken()).isZero();
    assertExact(Done.value(recount(turn, 2)), 100, true);
  }

  @Test
  void countsOnePartAfterTheOther_asLargeAsTheProcessCanHold() {
    putAll(9_000, i -> "id-" + i);
    settle(30);
    share.on(time).take(93_000);
    assertExact(recount(), 9_000, true);
    assertThat(share.taken()).isEqualTo(93_000);
  }

  @Test
  void isRefused_whereOneIdWasSentMoreOftenThanTheProcessCanHold() {
    putAll(9_000, i -> "same");
    settle(30);
    share.on(time).take(93_000);
    assertRefused(recounting.recount(ONE, RecountTurn.Recount.WANTED));
    assertThat(share.taken()).isEqualTo(93_000);
  }

  private CompletionStage<RecountReport> recount(RecountTurn turn, long asked) {
    return turn.take(new UUID(0, asked), recount -> recounting.recount(ONE, recount));
  }

  @Test
  void changesNothing_whateverItFinds() {
    put(5, 5);
    settle(60);
    corruptTotal(Tally.of(3, 1));
    CounterState before = state();
    Map<Window, Tally> windows = stores.windows.stored(A);
    stores.pages.script.calls().clear();
    assertThat(recount().drift()).isNotZero();
    assertThat(state()).isEqualTo(before);
    assertThat(stores.windows.stored(A)).isEqualTo(windows);
    assertThat(stores.pages.script.calls()).containsOnly(Call.READ_SERIAL);
  }

  @ParameterizedTest
  @CsvSource({"3, 1, 2", "6, 1, -1", "5, 3, 2"})
  void reportsATotal_thatIsWrong_orThatOfOtherEvents(long count, long events, long drift) {
    put(5, 5);
    settle(60);
    corruptTotal(Tally.of(count, events));
    RecountReport report = recount();
    assertThat(report.count()).isEqualTo(big(count));
    assertThat(report.recounted()).isEqualTo(big(5));
    assertThat(report.drift()).isEqualTo(big(drift));
  }

  @Test
  void reportsARow_thatIsMissing_andOneTooMany() {
    put(5, 5);
    put(65, 6);
    settle(130);
    put(7, 2);
    assertThat(recount().drift()).isEqualTo(big(2));
    delete(5);
    assertThat(recount().drift()).isEqualTo(big(-5));
  }

  @Test
  void reportsRowsThatAreMissing_thoughTheirSumIsZero() {
    put(5, 5);
    put(6, -5);
    put(HOUR, 1);
    settle(2 * HOUR);
    delete(5);
    assertThat(recount().drift()).isPositive();
  }

  @ParameterizedTest
  @EnumSource(Granularity.class)
  void reportsAWindow_thatIsWrong_thoughTheTotalIsRight(Granularity granularity) {
    put(5, 5);
    put(DAY, 1);
    settle(2 * DAY);
    corrupt(granularity, 5, Tally.of(6, 1));
    assertThat(recount().drift()).isEqualTo(big(1));
    corrupt(granularity, 5, Tally.of(5, 3));
    assertThat(recount().drift()).isEqualTo(big(2));
    corrupt(granularity, 5, Tally.of(5, 1));
    assertExact(recount(), 6, true);
  }

  @ParameterizedTest
  @EnumSource(Granularity.class)
  void reportsAnOpenWindow_thatIsWrong(Granularity granularity) {
    put(5, 5);
    settle(20);
    corrupt(granularity, 5, Tally.of(4, 1));
    assertThat(recount().drift()).isEqualTo(big(1));
  }

  @ParameterizedTest
  @EnumSource(Granularity.class)
  void reportsAWindow_withoutAnyRows(Granularity granularity) {
    put(DAY, 5);
    settle(2 * DAY);
    corrupt(granularity, DAY + 2 * HOUR, Tally.of(0, 1));
    assertThat(recount().drift()).isPositive();
  }

  @Test
  void knowsOfResets_inWhateverOrderTheirRowsAreRead() {
    put(1, 5);
    put(2, 7, "x", FOREVER);
    settle(30);
    reset(MINUTE + 1);
    put(MINUTE + 2, 3);
    put(MINUTE + 3, 7, "x", FOREVER);
    settle(2 * MINUTE);
    put(HOUR, 2);
    reset(HOUR + 10);
    put(HOUR + 20, 1, "y", FOREVER);
    settle(2 * HOUR);
    assertExact(recount(), 1, true);
    corrupt(Granularity.MINUTE, HOUR, Tally.of(1, 1));
    assertThat(recount().drift()).isNotZero();
  }

  /** Rows of which nobody was told may appear while they are read. */
  @Test
  void isDone_whenItFindsNothingNew_evenTheLastTime() {
    put(1, 1);
    settle(30);
    for (int i = 0; i < 5; i++) {
      EventTime at = second(2).plusTicks(i);
      stores.events.script.before(
          ScriptedEventLog.Call.SLICE,
          () -> stores.events.put(retention, 0, A, EventRow.reset(at.timeuuid(0, 1))));
    }
    assertThat(recount().recounted()).isEqualTo(BigInteger.ZERO);
    assertThat(stores.events.script.calls(ScriptedEventLog.Call.SLICE)).isEqualTo(6);
  }

  @Test
  void refusesACounter_thatWasResetTooOften() {
    put(1, 1);
    for (int i = 0; i <= RecountedRows.MOST_RESETS; i++) {
      stores.events.put(retention, 0, A, EventRow.reset(second(2).plusTicks(i).timeuuid(0, 1)));
    }
    settle(30);
    assertRefused(recounting.recount(ONE, RecountTurn.Recount.WANTED));
  }
}
