package io.quipu.engine.checkpoint;

import static io.quipu.engine.time.Noon.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.checkpoint.StepRows.Row;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.time.Done;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.EventMinute;
import io.quipu.engine.windows.EventTime;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StepRowsTest {
  private static final CounterName A = new CounterName("votes", "a");
  private static final CounterName B = new CounterName("votes", "b");
  private static final int CLASS = 5;

  private static RowShare.Held held(int rows) {
    return Done.value(new RowShare(rows).on(new HandDrivenTime()).take(rows));
  }

  private static EventTime tick(long tick) {
    return NOON.plusTicks(tick);
  }

  private static void give(StepRows rows, CounterName counter, long tick, int lane) {
    rows.of(CLASS)
        .row(counter, tick(tick).timeuuid(lane, 1), 1, 1, null, 0, EventMinute.OWN, List.of());
  }

  private static List<Long> ticks(Map<CounterName, List<Row>> rows, CounterName counter) {
    return rows.getOrDefault(counter, List.of()).stream()
        .map(row -> row.ticks() - NOON.ticks())
        .toList();
  }

  @Test
  void takesInWhatLiesInTheStep_andNothingElse() {
    StepRows rows = new StepRows(tick(2), tick(5), held(10), StepBounds.USUAL);
    for (int tick = 0; tick < 8; tick++) {
      give(rows, A, tick, 0);
    }
    give(rows, B, 4, 0);
    Map<CounterName, List<Row>> taken = rows.byCounter();
    assertThat(ticks(taken, A)).containsExactly(2L, 3L, 4L);
    assertThat(ticks(taken, B)).containsExactly(4L);
    assertThat(rows.cut()).isEqualTo(tick(5));
    assertThat(rows.passed()).isEqualTo(9);
    assertThat(rows.left()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 7, 50, 199, 1_000})
  void holdsEveryRowBelowTheCut_andNoOther_howeverFewItMayHold(int room) {
    Random random = new Random(room);
    for (int attempt = 0; attempt < 20; attempt++) {
      StepRows rows = new StepRows(tick(0), tick(1_000), held(room), StepBounds.USUAL);
      List<Integer> given = random.ints(200, 0, 1_000).boxed().toList();
      for (int i = 0; i < given.size(); i++) {
        give(rows, i % 2 == 0 ? A : B, given.get(i), i);
      }
      Map<CounterName, List<Row>> taken = rows.byCounter();
      long cut = rows.cut().ticks() - NOON.ticks();
      assertThat(cut).isPositive();
      long below = given.stream().filter(tick -> tick < cut).count();
      long held = taken.values().stream().mapToLong(List::size).sum();
      assertThat(held).isEqualTo(below);
      assertThat(taken.values().stream().flatMap(List::stream))
          .allMatch(row -> row.ticks() < cut + NOON.ticks());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8, 9, 30})
  void namesTheCountersThatItLeft_ifTheyAreFew(int counters) {
    StepRows rows = new StepRows(tick(0), tick(1_000), held(10), StepBounds.USUAL);
    Set<CounterName> later = new HashSet<>();
    for (int tick = 0; tick < 20; tick++) {
      give(rows, B, tick, 0);
    }
    for (int i = 0; i < counters; i++) {
      CounterName counter = new CounterName("votes", "late" + i);
      later.add(counter);
      give(rows, counter, 500 + i, 0);
      give(rows, counter, 1_000, 0);
    }
    rows.byCounter();
    later.add(B);
    assertThat(rows.cut()).isLessThan(tick(20));
    if (counters < StepRows.FEW_LEFT) {
      assertThat(rows.left()).containsExactlyInAnyOrderElementsOf(later);
    } else {
      assertThat(rows.left()).isNull();
    }
  }

  @Test
  void letsATickThrough_howeverManyShareIt() {
    StepRows rows = new StepRows(tick(0), tick(1_000), held(2), StepBounds.USUAL);
    for (int lane = 0; lane < 40; lane++) {
      give(rows, A, 7, lane);
    }
    give(rows, A, 8, 0);
    assertThat(ticks(rows.byCounter(), A)).hasSize(40).containsOnly(7L);
    assertThat(rows.cut()).isEqualTo(tick(8));
  }

  @Test
  void isCutBetweenTicks_whenOneCompareAndSetCannotTakeAll() {
    StepRows rows = new StepRows(tick(0), tick(1_000_000), held(100_000), StepBounds.USUAL);
    String id = "x".repeat(200);
    for (int i = 0; i < 3_000; i++) {
      // Two rows in each tick.
      rows.of(CLASS)
          .row(A, tick(i / 2).timeuuid(i % 2, 1), 1, 1, id, 0, EventMinute.OWN, List.of());
    }
    List<Row> taken = rows.byCounter().get(A);
    assertThat(taken).hasSizeLessThan(StepRows.MOST_BYTES / 200).hasSizeGreaterThan(1_000);
    assertThat(taken.size() % 2).isZero();
    assertThat(rows.cut().ticks()).isEqualTo(taken.get(taken.size() - 1).ticks() + 1);
  }

  @Test
  void changesABoundedNumberOfCounters() {
    StepRows rows = new StepRows(tick(0), tick(1_000_000), held(100_000), StepBounds.USUAL);
    for (int i = 0; i < 4_000; i++) {
      give(rows, new CounterName("n", "c" + i), i, 0);
    }
    assertThat(rows.byCounter()).hasSize(StepBounds.USUAL.counters());
    assertThat(rows.cut()).isEqualTo(tick(StepBounds.USUAL.counters()));
  }

  @Test
  void takesMoreRooms_whereThereAreSome() {
    RowShare.Held few = Done.value(new RowShare(10_000).on(new HandDrivenTime()).take(100));
    StepRows rows = new StepRows(tick(0), tick(10_000), few, StepBounds.USUAL);
    for (int i = 0; i < 2_000; i++) {
      give(rows, A, i, 0);
    }
    assertThat(ticks(rows.byCounter(), A)).hasSize(2_000);
  }

  @Test
  void isNoStep_ifItGetsNowhere() {
    assertThatThrownBy(() -> new StepRows(tick(1), tick(1), held(2), StepBounds.USUAL))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
