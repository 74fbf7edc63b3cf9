package io.quipu.engine.checkpoint.recount;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.state.Tally;
import io.quipu.engine.windows.Granularity;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Recounts where the first rows are gone, and what settling knew of their ids, too. Rows that may
 * go within ten seconds are gone, as it were: where a day is kept, and the page stands at a day and
 * 50 seconds, the rows of the first minute.
 */
class RecountAfterCollectionTest extends RecountFixture {
  private static final int FOREVER = DeduplicationWindow.FOREVER;
  private static final int USUAL = DeduplicationWindow.USUAL;
  private static final long END = DAY + 50;

  /** Counts something else, after which nothing of before is pending any more. */
  private void forgetPending() {
    settle(DAY - 1);
    put(DAY, 0);
  }

  @Test
  void checksWhatIsRetained() {
    retain("1d");
    put(1, 5, "x", FOREVER);
    put(61, 5, "x", FOREVER);
    put(62, 3);
    settleAndCollect(END);
    RecountReport report = recount();
    assertExact(report, 3, false);
    assertThat(report.windowsChecked()).isEqualTo(1);
  }

  @Test
  void isComplete_whereNothingIsOldEnoughToBeGone() {
    retain("1d");
    put(61, 5);
    put(62, 5, "x", USUAL);
    settleAndCollect(END - 1);
    assertExact(recount(), 10, true);
    put(DAY, 1, "lost", USUAL);
    assertThat(recount().drift()).isEqualTo(big(1));
  }

  /** Rows go by when they were recorded, not by the time of their events. */
  @Test
  void isComplete_whereEventsOfLongAgoWereRecordedLately() {
    retain("1d");
    for (int i = 0; i < 40; i++) {
      putLate(DAY + i, 5, -i * DAY / 2);
    }
    putLate(DAY + 40, 1, DAY + 4 * MINUTE);
    settle(DAY + 20);
    settleAndCollect(DAY + 50);
    RecountReport report = recount();
    assertExact(report, 201, true);
    assertThat(report.windowsChecked()).isGreaterThan(3 * 20);

    delete(DAY + 30);
    assertThat(recount().drift()).isEqualTo(big(-25));
    assertThat(recount().complete()).as("nothing was collected").isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {-20 * 86_400, 120})
  void isNotComplete_whereTheFirstRowThatIsGoneWasOfAnotherMinute(long happened) {
    retain("1d");
    putLate(1, 5, happened);
    putLate(HOUR, 2, HOUR - 600);
    settle(HOUR + 60);
    putLate(DAY, 7, -10 * DAY);
    put(DAY + 1, 1);
    settleAndCollect(END);
    RecountReport report = recount();
    assertThat(report.complete()).isFalse();
    assertThat(report.drift()).isZero();
  }

  @Test
  void isNotComplete_whereAnEarlierVersionHasNotSaidSinceWhenThereAreSupplements() {
    retain("1d");
    putLate(DAY, 5, -10 * DAY);
    settle(DAY + 10);
    forgetSince();
    settleAndCollect(END);
    assertThat(recount().complete()).isFalse();
    assertThat(recount().drift()).isZero();
    putLate(END + 1, 3, -10 * DAY);
    settle(END + 10);
    assertThat(recount().complete()).as("a later step does not know it, either").isFalse();
  }

  @Test
  void goesByTheShortestRetention_whereThatWasChanged() {
    retain("1m");
    put(1, 5);
    retain("1d");
    put(2, 3);
    put(HOUR, 1);
    settleAndCollect(HOUR + 20);
    assertExact(recount(), 1, false);
  }

  @Test
  void checksTheSumOfWindows_whereNoRowIsRetained() {
    retain("0s");
    put(5, 5);
    put(HOUR, 2);
    settleAndCollect(2 * HOUR);
    assertThat(recount()).isEqualTo(new RecountReport(big(0), big(0), 0, false));
    corruptTotal(Tally.of(9, 2));
    assertThat(recount().drift()).isEqualTo(big(2));
    corruptTotal(Tally.of(7, 5));
    assertThat(recount().drift()).isEqualTo(big(3));
  }

  @Test
  void reportsATotal_thatIsWrong() {
    retain("1d");
    put(5, 5);
    put(65, 1);
    settleAndCollect(END);
    corruptTotal(Tally.of(9, 2));
    RecountReport report = recount();
    assertThat(report.complete()).isFalse();
    assertThat(report.drift()).isEqualTo(big(3));
    corruptTotal(Tally.of(6, 3));
    assertThat(recount().drift()).isEqualTo(big(1));
  }

  @ParameterizedTest
  @EnumSource(Granularity.class)
  void reportsACollectedWindow_thatIsWrong(Granularity granularity) {
    retain("1m");
    put(5, 5);
    put(DAY, 1);
    settleAndCollect(DAY + 20);
    assertExact(recount(), 1, false);
    corrupt(granularity, 5, Tally.of(6, 1));
    assertThat(recount().drift()).isEqualTo(big(1));
  }

  @Test
  void knowsFromSettledIds_whatWasCountedBefore() {
    retain("1d");
    put(1, 5, "x", USUAL);
    put(65, 5, "x", USUAL);
    put(66, 1, "new", USUAL);
    put(67, 1, "new", USUAL);
    settleAndCollect(END);
    RecountReport report = recount();
    assertExact(report, 1, false);
    assertThat(report.windowsChecked()).isEqualTo(1);
  }

  @Test
  void leavesOutWindows_withRowsOfWhichNobodyKnowsAnyMore() {
    retain("1d");
    put(30, 5, "x", 60);
    put(70, 5, "x", 60);
    put(2 * HOUR, 3);
    forgetPending();
    settleAndCollect(END);
    RecountReport report = recount();
    assertExact(report, 3, false);
    assertThat(report.windowsChecked()).as("minutes, hours, days").isEqualTo(2 + 2 + 1);

    corrupt(Granularity.MINUTE, 2 * HOUR, Tally.of(4, 1));
    assertThat(recount().drift()).isEqualTo(big(-1));
    corrupt(Granularity.MINUTE, 2 * HOUR, Tally.of(3, 1));
    delete(2 * HOUR);
    assertThat(recount().drift()).isEqualTo(big(-3));
  }

  @Test
  void reportsWhatCannotBe_evenInWindowsThatAreLeftOut() {
    retain("1d");
    put(30, 5, "x", 60);
    put(70, 5, "x", 60);
    put(71, 100);
    forgetPending();
    settleAndCollect(END);
    assertExact(recount(), 0, false);
    corrupt(Granularity.MINUTE, 70, Tally.of(90, 1));
    assertThat(recount().drift()).isEqualTo(big(10));
  }

  @Test
  void doesNotKnowOfRows_thatSuchRowsMayCover() {
    retain("1d");
    put(30, 5, "x", 60);
    put(70, 5, "x", 60);
    put(100, 5, "x", 60);
    put(170, 5, "x", 60);
    put(171, 5, "x", 60);
    forgetPending();
    settleAndCollect(END);
    assertExact(recount(), 5, false);
  }

  @Test
  void believesSettledIdsThatAreRemembered_whereEarlierOnesMayBeForgotten() {
    retain("1d");
    put(30, 5, "x", 60);
    settle(40);
    put(70, 5, "x", FOREVER);
    put(200, 7, "y", FOREVER);
    forgetPending();
    settleAndCollect(END);
    RecountReport report = recount();
    assertExact(report, 7, false);
    assertThat(report.windowsChecked()).as("minutes, hours, days").isEqualTo(2 + 1 + 1);
  }

  @Test
  void reportsARow_thatWasNotCounted_laterThanItsWindowAfterAnyThatIsGone() {
    retain("1d");
    put(1, 5);
    put(2 * HOUR, 1);
    settleAndCollect(END);
    put(HOUR, 1, "lost", 60);
    assertThat(recount().drift()).isEqualTo(big(1));
  }

  @Test
  void doesNotCallARowLost_thatAForgottenOneMayHaveCovered() {
    retain("1d");
    put(1, 5);
    put(2 * HOUR, 1);
    settleAndCollect(END);
    put(HOUR, 1, "x", USUAL);
    assertExact(recount(), 1, false);
  }

  /** Rows are kept for two days; the window is changed once. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void findsNoDrift_whateverWasRecorded_settledCollectedAndForgotten(long seed) {
    retain("2d");
    Random random = new Random(seed);
    int[] windows = {FOREVER, 300, (int) HOUR, 12 * (int) HOUR, USUAL, 2 * USUAL};
    int window = windows[random.nextInt(windows.length)];
    int step = 6 * (int) HOUR;
    long checked = 0;
    for (int now = 0; now < 6 * DAY; now += step) {
      if (now == 3 * DAY) {
        window = windows[random.nextInt(windows.length)];
      }
      for (int i = random.nextInt(60); i > 0; i--) {
        int at = now + random.nextInt(step);
        if (random.nextInt(4) == 0) {
          put(at, random.nextInt(100) - 50);
        } else {
          put(at, random.nextInt(5) - 2, "id" + random.nextInt(60), window);
        }
      }
      settleAndCollect(now + step);
      if (now > 2 * DAY) {
        RecountReport report = recount();
        assertThat(report.drift()).as("seed %s, %s: %s", seed, now, report).isZero();
        checked += report.windowsChecked();
      }
    }
    assertThat(checked).isPositive();
  }

  @Test
  void leavesOutTheWindowsOfAReset_thatTookAwayWhatIsGone_andChecksTheOthers() {
    retain("1d");
    put(1, 5);
    put(61, 3);
    reset(62);
    put(130, 2);
    reset(190);
    put(191, 4);
    settleAndCollect(END);
    RecountReport report = recount();
    assertThat(report.drift()).isZero();
    assertThat(report.complete()).isFalse();
    assertThat(report.windowsChecked()).as("the third minute and the fourth").isEqualTo(2);
    assertThat(report.count()).isEqualTo(big(4));
    corrupt(Granularity.MINUTE, 190, Tally.of(3, 1));
    assertThat(recount().drift()).isNotZero();
  }
}
