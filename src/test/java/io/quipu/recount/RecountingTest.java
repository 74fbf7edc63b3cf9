package io.quipu.recount;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.counter.DeduplicationWindow;
import io.quipu.counter.Granularity;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import io.quipu.sim.scripted.Fate;
import io.quipu.sim.scripted.ScriptedCheckpointStore.Call;
import io.quipu.sim.scripted.ScriptedEventStore;
import io.quipu.store.Checkpoint;
import io.quipu.store.StoreUnavailable;
import io.quipu.time.Done;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
  void recountsMoreIdsThanItHoldsAtOnce() {
    for (int i = 0; i < 120_000; i++) {
      events.put(A, second(1).plusTicks(i), 1, "id-" + i % 100_000, FOREVER);
    }
    settle(30);
    assertExact(recount(), 100_000, true);
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
  void leavesOutARowThatAppearedLate_whereAMemberSaysWhichCounted() {
    put(70, 5, "x", FOREVER);
    settle(80);
    put(1, 5, "x", FOREVER);
    assertExact(recount(), 5, true);
  }

  @Test
  void seesOneStateOfTheCounter_whileItIsSettled() {
    put(5, 5);
    settle(20);
    checkpoints.script.before(
        Call.WINDOW_SLICE,
        () -> {
          put(25, 7);
          settle(30);
        });
    assertExact(recount(), 12, true);
    put(35, 1);
    // open windows are read first, one of each granularity
    for (int i = 0; i < 3; i++) {
      checkpoints.script.before(Call.WINDOW_SLICE, () -> {});
    }
    checkpoints.script.before(Call.WINDOW_SLICE, () -> settle(90));
    assertExact(recount(), 12, true);
    assertExact(recount(), 13, true);
  }

  @Test
  void startsAgain_whenRowsAreCollectedMeanwhile() {
    put(5, 5);
    put(65, 7);
    settle(180);
    checkpoints.script.before(Call.WINDOW_SLICE, () -> collect(60));
    assertExact(recount(), 7, false);
  }

  @Test
  void givesUp_whenRowsAreCollectedAgainAndAgain() {
    put(5, 1);
    settle(20 * MINUTE);
    for (int minute = 1; minute <= 10; minute++) {
      long before = minute * MINUTE;
      checkpoints.script.before(Call.READ_SERIAL, () -> {});
      checkpoints.script.before(Call.READ_SERIAL, () -> collect(before));
    }
    assertThat(Done.failure(recounting.recount(A, RecountTurn.Recount.WANTED)))
        .isInstanceOf(StoreUnavailable.class);
    assertExact(recount(), 0, false);
  }

  @Test
  void fails_whenTheStoreDoesNotAnswer_andMayBeRepeated() {
    put(5, 5);
    settle(60);
    events.script.next(ScriptedEventStore.Call.SLICE, Fate.UNAVAILABLE);
    assertThat(Done.failure(recounting.recount(A, RecountTurn.Recount.WANTED)))
        .isInstanceOf(StoreUnavailable.class);
    assertExact(recount(), 5, true);
  }

  @Test
  void isRefused_beforeAnythingIsRead_whileAnotherIsUnderWay() {
    put(5, 5);
    settle(60);
    RecountTurn turn = new RecountTurn();
    CompletableFuture<RecountReport> first = new CompletableFuture<>();
    turn.take(new UUID(0, 1), recount -> first);
    long before = checkpoints.script.calls(Call.READ_SERIAL);
    assertThat(Done.failure(recount(turn, 2))).isInstanceOf(StoreUnavailable.class);
    assertThat(checkpoints.script.calls(Call.READ_SERIAL)).isEqualTo(before);
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
    long before = events.script.calls(ScriptedEventStore.Call.SLICE);
    for (int slice = 0; slice < 10; slice++) {
      events.script.before(ScriptedEventStore.Call.SLICE, () -> {});
    }
    events.script.before(ScriptedEventStore.Call.SLICE, () -> turn.withdraw(new UUID(0, 7)));
    events.script.before(ScriptedEventStore.Call.SLICE, () -> turn.withdraw(new UUID(0, 1)));
    assertThat(Done.failure(recount(turn, 1))).isInstanceOf(StoreUnavailable.class);
    assertThat(events.script.calls(ScriptedEventStore.Call.SLICE) - before).isLessThan(20);
    assertThat(share.taken()).isZero();
    assertExact(Done.value(recount(turn, 2)), 100, true);
  }

  @Test
  void countsOnePartAfterTheOther_asLargeAsTheProcessCanHold() {
    for (int i = 0; i < 20_000; i++) {
      events.put(A, second(1).plusTicks(i), 1, "id-" + i, FOREVER);
    }
    settle(30);
    share.on(time).take(90_000);
    assertExact(recount(), 20_000, true);
    assertThat(share.taken()).isEqualTo(90_000);
  }

  @Test
  void isRefused_whereOneIdWasSentMoreOftenThanTheProcessCanHold() {
    for (int i = 0; i < 20_000; i++) {
      events.put(A, second(1).plusTicks(i), 1, "same", FOREVER);
    }
    settle(30);
    share.on(time).take(90_000);
    assertThat(Done.failure(recounting.recount(A, RecountTurn.Recount.WANTED)))
        .isInstanceOf(StoreUnavailable.class);
    assertThat(share.taken()).isEqualTo(90_000);
  }

  private CompletionStage<RecountReport> recount(RecountTurn turn, long asked) {
    return turn.take(new UUID(0, asked), recount -> recounting.recount(A, recount));
  }

  @Test
  void changesNothing_whateverItFinds() {
    put(5, 5);
    settle(60);
    corruptTotal(Tally.of(3, 1));
    Checkpoint before = checkpoints.stored(A);
    Map<Window, Tally> windows = Map.copyOf(checkpoints.storedWindows(A));
    checkpoints.script.calls().clear();
    assertThat(recount().drift()).isNotZero();
    assertThat(checkpoints.stored(A)).isEqualTo(before);
    assertThat(checkpoints.storedWindows(A)).isEqualTo(windows);
    assertThat(checkpoints.script.calls()).containsOnly(Call.READ_SERIAL, Call.WINDOW_SLICE);
  }

  @Test
  void reportsATotal_thatIsWrong() {
    put(5, 5);
    settle(60);
    corruptTotal(Tally.of(3, 1));
    assertThat(recount().drift()).isEqualTo(big(2));
    corruptTotal(Tally.of(6, 1));
    assertThat(recount().drift()).isEqualTo(big(-1));
  }

  @Test
  void reportsANumberOfEvents_thatIsWrong_thoughTheSumIsRight() {
    put(5, 5);
    settle(60);
    corruptTotal(Tally.of(5, 3));
    RecountReport report = recount();
    assertThat(report.count()).isEqualTo(report.recounted());
    assertThat(report.drift()).isEqualTo(big(2));
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
}
