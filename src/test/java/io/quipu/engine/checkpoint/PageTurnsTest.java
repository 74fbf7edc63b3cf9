package io.quipu.engine.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.TestLayout;
import io.quipu.engine.state.Tally;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When a page is settled, and how far. */
class PageTurnsTest extends TurnsFixture {
  private static final int FEW = 99;
  private static final int SOME = 100;
  private static final int MANY = 5_000;

  /** Names so many partitions of the page's part in which it has no rows. */
  private void nameElsewhere(long fromSecond, int partitions) {
    EventPartition partition = partition(fromSecond);
    for (int i = 0; i < partitions; i++) {
      stores.directory.nameNow(partition);
      partition = partition.next();
    }
  }

  @Test
  void goesByWholeBuckets_withFewRows() {
    putMany(1, FEW);
    goesByWholeBuckets(FEW);
  }

  /** A busy counter is read by itself, and the rows of others would be read again. */
  @Test
  void goesByWholeBuckets_withVeryManyRowsOfManyCounters() {
    putMany(1, MANY);
    TestLayout.counters(stores.layout, own -> own == page, "votes", "n")
        .limit(12)
        .forEach(other -> putMany(other, 2, MANY / 8));
    goesByWholeBuckets(MANY);
  }

  private void goesByWholeBuckets(int rows) {
    assertThat(look(7)).isEqualTo(second(5));
    putMany(6, 1);
    assertThat(look(9)).isEqualTo(second(5));
    assertThat(look(10)).isEqualTo(second(10));
    assertThat(stored().total()).isEqualTo(Tally.of(rows + 1, rows + 1));
  }

  @Test
  void goesUpToTheHorizon_onceASecond() {
    put(1, 1);
    assertThat(look(2)).isEqualTo(second(0));
    time.passMillis(699);
    assertThat(look(2)).isEqualTo(second(0));
    assertThat(look(3)).isEqualTo(second(3));
    put(3, 1);
    assertThat(look(4)).isEqualTo(second(3));
    time.passMillis(700);
    assertThat(look(4)).isEqualTo(second(4));
  }

  @ParameterizedTest
  @ValueSource(ints = {SOME, MANY})
  void goesUpToTheHorizon_whenTailsGetLong(int rows) {
    putMany(1, rows);
    assertThat(look(7)).isEqualTo(second(5));
    putMany(6, 1);
    assertThat(look(9)).isEqualTo(second(9));
  }

  @Test
  void goesUpToTheHorizonOnce_whenItIsHastened() {
    put(1, 1);
    turned.hasten(EventTime.MIN);
    assertThat(turned.isWanted(second(3))).isTrue();
    assertThat(look(3)).isEqualTo(second(3));
    assertThat(turned.isWanted(second(4))).isFalse();
    put(3, 1);
    assertThat(look(4)).isEqualTo(second(3));
  }

  @Test
  void isWantedNoMore_whenThereIsNothingToSettle() {
    turned.hasten(second(2));
    look(3);
    assertThat(turned.isWanted(second(4))).isFalse();
    assertThat(header().isFirst()).isTrue();
  }

  @Test
  void isWantedUntilTheHorizonHasPassedWhatSomebodyWaitsFor() {
    put(1, 1);
    put(3, 1);
    turned.hasten(second(3));
    assertThat(turned.isWanted(second(3))).isFalse();
    assertThat(look(3)).isEqualTo(second(0));
    assertThat(look(4)).isEqualTo(second(4));
    assertThat(turned.isWanted(second(5))).isFalse();
  }

  @Test
  void whoWaitsForLess_isNotHeldUpByOneWhoWaitsForMore() {
    put(1, 1);
    put(3, 1);
    turned.hasten(second(3));
    turned.hasten(second(1));
    assertThat(look(2)).isEqualTo(second(2));
    assertThat(look(4)).isEqualTo(second(4));
  }

  @Test
  void isMoved_whenEightPartitionsLieBehindIt() {
    put(1, 1);
    look(5);
    nameElsewhere(5, 7);
    assertThat(look(40)).isEqualTo(second(5));
    nameElsewhere(40, 1);
    assertThat(look(45)).isEqualTo(second(45));
  }

  @Test
  void isMoved_whenAPartitionLiesAMinuteBehind() {
    put(1, 1);
    look(5);
    nameElsewhere(5, 1);
    assertThat(look(64)).isEqualTo(second(5));
    assertThat(look(65)).isEqualTo(second(65));
  }

  /** Else each read would get the ids of the last step, until somebody records something. */
  @ParameterizedTest
  @ValueSource(ints = {63, 64})
  void isMovedOnce_afterASecond_whenAStateHoldsManyExportedIds(int ids) {
    for (int i = 0; i < ids; i++) {
      stores.events.put(A, second(1).plusTicks(i), 1, "id-" + i, 60);
    }
    assertThat(look(5)).isEqualTo(second(5));
    assertThat(look(6)).isEqualTo(second(5));
    assertThat(stored().pending().ids()).hasSize(ids);
    time.passMillis(400);
    boolean many = ids == 64;
    assertThat(look(7)).isEqualTo(second(many ? 7 : 5));
    assertThat(stored().pending().ids()).hasSize(many ? 0 : ids);
    assertThat(stored().total()).isEqualTo(Tally.of(ids, ids));
    time.passMillis(5_000);
    assertThat(look(12)).isEqualTo(second(many ? 7 : 5));
  }

  @Test
  void isMoved_whenItIsIdle() {
    put(1, 1);
    look(5);
    assertThat(look(600)).isEqualTo(second(5));
    assertThat(look(5 + 600 + 120)).isEqualTo(second(5 + 600 + 120));
  }

  @Test
  void isMovedPastWindowsThatHaveEnded_byWholeBuckets() {
    put(1, 1);
    look(5);
    turned.ended();
    assertThat(look(9)).isEqualTo(second(5));
    assertThat(turned.isWanted(second(44))).isTrue();
    assertThat(look(12)).isEqualTo(second(10));
    assertThat(turned.isWanted(second(45))).isFalse();
    assertThat(look(17)).isEqualTo(second(10));
  }

  @Test
  void isNotBegunWithoutAReason() {
    assertThat(look(20_000)).isEqualTo(EventTime.MIN);
    turned.ended();
    assertThat(look(20_000)).isEqualTo(second(20_000));
  }

  @Test
  void takesABoundedNumberOfPartitionsAtOnce() {
    nameElsewhere(0, 300);
    assertThat(look(1_500)).isEqualTo(second(256 * 5));
    assertThat(look(1_500)).isEqualTo(second(1_500));
  }
}
