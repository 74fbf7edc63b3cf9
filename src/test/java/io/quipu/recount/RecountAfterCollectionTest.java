package io.quipu.recount;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.counter.DeduplicationWindow;
import io.quipu.counter.Granularity;
import io.quipu.counter.Tally;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What can be said where the first rows are gone, and what settling knew of their ids, too. */
class RecountAfterCollectionTest extends RecountFixture {
  private static final int FOREVER = DeduplicationWindow.FOREVER;
  private static final int USUAL = DeduplicationWindow.USUAL;

  @Test
  void checksWhatIsRetained() {
    put(1, 5, "x", FOREVER);
    put(61, 5, "x", FOREVER);
    put(62, 3);
    settle(130);
    collect(60);
    RecountReport report = recount();
    assertExact(report, 3, false);
    assertThat(report.windowsChecked()).isEqualTo(1);
  }

  @Test
  void checksTheSumOfWindows_whereNoRowIsRetained() {
    put(5, 5);
    put(HOUR, 2);
    settle(2 * HOUR);
    collect(2 * HOUR);
    assertThat(recount()).isEqualTo(new RecountReport(big(0), big(0), 0, false));
    corruptTotal(Tally.of(9, 2));
    assertThat(recount().drift()).isEqualTo(big(2));
    corruptTotal(Tally.of(7, 5));
    assertThat(recount().drift()).isEqualTo(big(3));
  }

  @Test
  void reportsATotal_thatIsWrong() {
    put(5, 5);
    put(65, 1);
    settle(120);
    collect(60);
    corruptTotal(Tally.of(9, 2));
    RecountReport report = recount();
    assertThat(report.count()).isEqualTo(report.recounted()).isEqualTo(big(1));
    assertThat(report.drift()).isEqualTo(big(3));
    corruptTotal(Tally.of(6, 3));
    assertThat(recount().drift()).isEqualTo(big(1));
  }

  @ParameterizedTest
  @EnumSource(Granularity.class)
  void reportsACollectedWindow_thatIsWrong(Granularity granularity) {
    put(5, 5);
    put(DAY, 1);
    settle(2 * DAY);
    collect(60);
    assertExact(recount(), 1, false);
    corrupt(granularity, 5, Tally.of(6, 1));
    assertThat(recount().drift()).isEqualTo(big(1));
  }

  @Test
  void knowsFromMembers_whatWasCountedBefore() {
    put(1, 5, "x", USUAL);
    put(65, 5, "x", USUAL);
    put(66, 1, "new", USUAL);
    put(67, 1, "new", USUAL);
    settle(120);
    collect(60);
    waitUntil(2 * DAY - HOUR);
    RecountReport report = recount();
    assertExact(report, 1, false);
    assertThat(report.windowsChecked()).isEqualTo(1);
  }

  @Test
  void leavesOutWindows_withRowsOfWhichNobodyKnowsAnyMore() {
    put(1, 5, "x", USUAL);
    put(HOUR, 5, "x", USUAL);
    put(2 * HOUR, 3);
    put(3 * DAY, 5, "x", USUAL);
    settle(3 * DAY + MINUTE);
    collect(60);
    waitUntil(7 * DAY);
    RecountReport report = recount();
    assertExact(report, 3 + 5, false);
    assertThat(report.windowsChecked()).as("minutes, hours, days").isEqualTo(2 + 2 + 1);

    corrupt(Granularity.MINUTE, 2 * HOUR, Tally.of(4, 1));
    assertThat(recount().drift()).isEqualTo(big(-1));
    corrupt(Granularity.MINUTE, 2 * HOUR, Tally.of(3, 1));
    delete(3 * DAY);
    assertThat(recount().drift()).isEqualTo(big(-5));
  }

  @Test
  void reportsWhatCannotBe_evenInWindowsThatAreLeftOut() {
    put(1, 5, "x", USUAL);
    put(HOUR, 5, "x", USUAL);
    put(HOUR + 1, 100);
    settle(2 * HOUR);
    collect(60);
    waitUntil(7 * DAY);
    assertExact(recount(), 0, false);
    corrupt(Granularity.MINUTE, HOUR, Tally.of(90, 1));
    assertThat(recount().drift()).isEqualTo(big(10));
  }

  @Test
  void doesNotKnowOfRows_thatSuchRowsMayCover() {
    put(1, 5, "x", USUAL);
    put(HOUR, 5, "x", USUAL);
    put(DAY + HOUR / 2, 5, "x", USUAL);
    put(DAY + 2 * HOUR, 5, "x", USUAL);
    put(3 * DAY, 5, "x", USUAL);
    put(3 * DAY + 1, 5, "x", USUAL);
    settle(4 * DAY);
    collect(60);
    waitUntil(7 * DAY);
    assertExact(recount(), 5, false);
  }

  @Test
  void believesMembersThatLast_whereEarlierOnesMayHaveExpired() {
    put(1, 5, "x", USUAL);
    settle(30);
    put(HOUR, 5, "x", FOREVER);
    put(2 * HOUR, 7, "y", FOREVER);
    settle(3 * HOUR);
    collect(60);
    waitUntil(7 * DAY);
    RecountReport report = recount();
    assertExact(report, 7, false);
    assertThat(report.windowsChecked()).as("minutes, hours").isEqualTo(2);
  }

  @Test
  void reportsARow_thatWasNotCounted_whileMembersLast() {
    put(1, 5);
    put(2 * HOUR, 1);
    settle(3 * HOUR);
    collect(60);
    put(HOUR, 1, "lost", USUAL);
    waitUntil(20 * HOUR);
    assertThat(recount().drift()).isEqualTo(big(1));
  }

  @Test
  void reportsARow_thatWasNotCounted_laterThanAnyWindowOfACollectedOne() {
    put(1, 5);
    put(2 * DAY, 1);
    settle(3 * DAY);
    collect(60);
    put(DAY + HOUR, 1, "lost", USUAL);
    waitUntil(7 * DAY);
    assertThat(recount().drift()).isEqualTo(big(1));
  }

  /** Rows are kept for three days; the window is changed once. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void findsNoDrift_whateverWasRecorded_settledCollectedAndForgotten(long seed) {
    Random random = new Random(seed);
    int[] windows = {FOREVER, 300, (int) HOUR, 12 * (int) HOUR, USUAL, 2 * USUAL};
    int window = windows[random.nextInt(windows.length)];
    int step = 2 * (int) HOUR;
    long checked = 0;
    for (int now = 0; now < 9 * DAY; now += step) {
      if (now == 4 * DAY) {
        window = windows[random.nextInt(windows.length)];
      }
      for (int i = random.nextInt(20); i > 0; i--) {
        int at = now + random.nextInt(step);
        if (random.nextInt(4) == 0) {
          put(at, random.nextInt(100) - 50);
        } else {
          put(at, random.nextInt(5) - 2, "id" + random.nextInt(60), window);
        }
      }
      settle(now + step);
      waitUntil(now + step);
      if (now > 3 * DAY) {
        collect((now - 3 * DAY) / MINUTE * MINUTE);
        RecountReport report = recount();
        assertThat(report.drift()).as("seed %s, %s: %s", seed, now, report).isZero();
        checked += report.windowsChecked();
      }
    }
    assertThat(checked).isPositive();
  }
}
