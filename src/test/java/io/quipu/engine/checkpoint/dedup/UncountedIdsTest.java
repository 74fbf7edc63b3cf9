package io.quipu.engine.checkpoint.dedup;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.windows.EventTime;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UncountedIdsTest {
  private static final CounterName A = new CounterName("votes", "a");
  private static final CounterName B = new CounterName("votes", "b");
  private static final int PAGE = 3;
  private static final int DAY = 86_400;
  private static final EventTime UNTIL = EventTime.ofEpochSecond(1_800_000_000);
  private static final EventTime LATER = UNTIL.plusTicks(1);

  private final UncountedIds known = new UncountedIds();

  private static IdRow row(int tick, String id, int window) {
    return new IdRow(UNTIL.plusTicks(tick).timeuuid(0, 1), 1, 1, id, window);
  }

  private static List<IdRow> rows(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> row(i, "id" + i, DAY)).toList();
  }

  private List<IdRow> unknown(EventTime until, CounterName counter, List<IdRow> rows) {
    return known.unknown(PAGE, until, counter, rows);
  }

  private void lookedUp(EventTime until, CounterName counter, List<IdRow> rows, String... counted) {
    known.lookedUp(PAGE, until, counter, rows, Set.of(counted)::contains);
  }

  @Test
  void ofATailThatHasGrown_onlyNewIdsAreUnknown_whileThePageStays() {
    lookedUp(UNTIL, A, rows(0, 100));
    assertThat(unknown(UNTIL, A, rows(0, 120))).isEqualTo(rows(100, 120));
    lookedUp(UNTIL, A, rows(100, 120));
    assertThat(unknown(UNTIL, A, rows(0, 120))).isEmpty();
    assertThat(known.size()).isEqualTo(120);
  }

  /** A step may have counted another row of any of them. */
  @Test
  void nothingIsKnownOfAnotherStateOfThePage() {
    lookedUp(UNTIL, A, rows(0, 100));
    assertThat(unknown(LATER, A, rows(50, 100))).isEqualTo(rows(50, 100));
    lookedUp(LATER, A, rows(50, 100));
    assertThat(unknown(UNTIL, A, rows(50, 100))).isEqualTo(rows(50, 100));
    assertThat(known.size()).isEqualTo(50);
  }

  /** A read may have begun with an earlier state, and end last. */
  @Test
  void whatWasLookedUpInAnEarlierState_isNotTakenIn() {
    lookedUp(LATER, A, rows(0, 20));
    lookedUp(UNTIL, A, rows(0, 100));
    assertThat(unknown(LATER, A, rows(0, 100))).isEqualTo(rows(20, 100));
  }

  @Test
  void whatWasFound_isLookedUpAgain() {
    lookedUp(UNTIL, A, rows(0, 20), "id7", "id9");
    assertThat(unknown(UNTIL, A, rows(0, 20)))
        .containsExactly(row(7, "id7", DAY), row(9, "id9", DAY));
  }

  @Test
  void nothingIsKnownOfOtherCountersAndPages() {
    lookedUp(UNTIL, A, rows(0, 20));
    assertThat(unknown(UNTIL, B, rows(0, 20))).hasSize(20);
    assertThat(known.unknown(PAGE + 1, UNTIL, A, rows(0, 20))).hasSize(20);
  }

  /** It may repeat rows in partitions that nobody has looked into. */
  @Test
  void aRowWithAnotherWindow_orBeforeTheOneThatWasLookedUp_isUnknown() {
    lookedUp(UNTIL, A, rows(10, 30));
    List<IdRow> others =
        List.of(row(15, "id15", 2 * DAY), row(15, "id15", 60), row(14, "id15", DAY));
    assertThat(unknown(UNTIL, A, others)).isEqualTo(others);
    assertThat(unknown(UNTIL, A, List.of(row(16, "id15", DAY)))).isEmpty();
  }

  @Test
  void ofShortTailsNothingIsKnown() {
    lookedUp(UNTIL, A, rows(0, UncountedIds.LEAST - 1));
    assertThat(known.size()).isZero();
  }

  @Test
  void takesBoundedMemory_andForgetsFirstWhatWasReadLongestAgo() {
    lookedUp(UNTIL, A, rows(0, 6_000));
    lookedUp(UNTIL, B, rows(0, 6_000));
    assertThat(unknown(UNTIL, A, rows(0, 1))).isEmpty();

    lookedUp(UNTIL, new CounterName("votes", "c"), rows(0, 6_000));
    assertThat(unknown(UNTIL, A, rows(0, 1))).isEmpty();
    assertThat(unknown(UNTIL, B, rows(0, 1))).hasSize(1);

    lookedUp(UNTIL, A, rows(0, 100_000));
    assertThat(known.bytes()).isBetween(UncountedIds.MOST_BYTES / 2, UncountedIds.MOST_BYTES);
    assertThat(known.size()).isBetween(10_000, 20_000);

    lookedUp(LATER, A, rows(0, 10));
    assertThat(known.bytes()).isBetween(10 * 112, 10 * 150);
  }

  @Test
  void longIdsTakeMoreOfTheMemory() {
    String id = "x".repeat(250);
    lookedUp(UNTIL, A, IntStream.range(0, 20_000).mapToObj(i -> row(i, id + i, DAY)).toList());
    assertThat(known.size()).isBetween(3_000, 4_000);
  }
}
