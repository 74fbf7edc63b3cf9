package io.quipu.engine.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.names.IdKey;
import io.quipu.engine.windows.EventTime;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The runs that a header names. */
class IdRunsTest {
  private static final IdBounds BOUNDS = new IdBounds(10, 3);
  private static final int DAY = 86_400;

  private static CountedId counted(long second, int window) {
    return new CountedId("id", EventTime.ofEpochSecond(second).timeuuid(0, 1), 1, 1, window);
  }

  private static IdRuns ofSteps(int steps) {
    IdRuns runs = IdRuns.NONE;
    for (int step = 1; step <= steps; step++) {
      runs = runs.counted(step, List.of(counted(step, DAY)), BOUNDS);
    }
    return runs;
  }

  private static IdMerge merge(IdRuns runs) {
    RunPeriod period = runs.live().get(0).period();
    return new IdMerge(
        IdRun.ofMerge(period, 7, 1, 3, BOUNDS), runs.live().stream().map(IdRun::number).toList());
  }

  @Test
  void aStepHasARunForEachPeriodOfItsIds() {
    List<CountedId> ids =
        List.of(
            counted(0, DAY),
            counted(43_199, DAY),
            counted(43_200, DAY),
            counted(0, 70_000),
            counted(5, DeduplicationWindow.FOREVER),
            counted(5, DeduplicationWindow.OTHER_RULES));

    IdRuns runs = IdRuns.NONE.counted(9, ids, BOUNDS);

    assertThat(runs.live())
        .extracting(run -> run.period() + " " + run.ids())
        .containsExactly(
            new RunPeriod(0, 0) + " 1",
            new RunPeriod(DAY, 0) + " 3",
            new RunPeriod(DAY, 43_200) + " 1");
    assertThat(runs.live()).allMatch(run -> run.isOfStep(9) && run.level() == 0);
    assertThat(runs.ids()).isEqualTo(5);
    assertThat(runs.ofStep(new RunPeriod(DAY, 0), 9).ids()).isEqualTo(3);
    assertThatIllegalStateException().isThrownBy(() -> runs.ofStep(new RunPeriod(DAY, 0), 8));
    assertThat(IdRuns.NONE.counted(9, List.of(), BOUNDS)).isEqualTo(IdRuns.NONE);
  }

  @Test
  void aMergeReplacesItsRuns_andNoOthers() {
    IdRuns before = ofSteps(3);
    IdMerge merge = merge(before);
    IdRuns begun = before.begun(merge).counted(8, List.of(counted(8, DAY)), BOUNDS);

    assertThat(begun.live()).hasSize(4).doesNotContain(merge.into());
    assertThat(begun.all()).contains(merge.into());

    IdRuns ended = begun.ended(merge);

    assertThat(ended.live()).contains(merge.into()).hasSize(2).anyMatch(run -> run.isOfStep(8));
    assertThat(ended.gone()).isEqualTo(before.live());
    assertThat(ended.merges()).isEmpty();
    assertThat(ended.deleted(before.live()).gone()).isEmpty();
    assertThat(ended.deleted(List.of())).isSameAs(ended);
  }

  @Test
  void whatIsForgottenIsGone_withTheMergeOfIt() {
    IdRuns runs = ofSteps(3).counted(4, List.of(counted(50_000, DAY)), BOUNDS);
    IdMerge merge = merge(ofSteps(3));
    EventTime over = new RunPeriod(DAY, 0).forgotten();

    assertThat(runs.forgotten(over.plusTicks(-1))).isSameAs(runs);
    IdRuns left = runs.begun(merge).forgotten(over);
    assertThat(left.live()).hasSize(1).allMatch(run -> run.isOfStep(4));
    assertThat(left.merges()).isEmpty();
    assertThat(left.gone()).hasSize(4).contains(merge.into());
  }

  @Test
  void aRowIsLookedUpInTheRunsOfItsPeriods() {
    IdRuns runs =
        ofSteps(1)
            .counted(2, List.of(counted(100_000, DAY)), BOUNDS)
            .counted(3, List.of(counted(0, DeduplicationWindow.FOREVER)), BOUNDS);
    assertThat(runs.before(EventTime.ofEpochSecond(100_000), 60)).hasSize(2);
    assertThat(runs.before(EventTime.ofEpochSecond(100_000), DAY)).hasSize(3);
    assertThat(runs.before(EventTime.ofEpochSecond(400_000), DAY)).hasSize(1);
  }

  @Property
  void eachHashHasABlock_andABlockOfAnotherRunOverlapsThoseThatHaveItsHashes(
      @ForAll long high, @ForAll @IntRange(min = 1, max = 900) int one, @ForAll int more) {
    IdRun from = new IdRun(new RunPeriod(0, 0), 2, 0, one, one);
    int blocks = 1 + Math.floorMod(more, 900);
    IdRun into = new IdRun(new RunPeriod(0, 0), 3, 1, blocks, blocks);
    IdKey key = new IdKey(0, 0, high, 0);
    int block = into.blockOf(key);

    assertThat(block).isBetween(0, blocks - 1);
    assertThat(from.blockOf(key))
        .isBetween(from.firstOverlapping(into, block), from.lastOverlapping(into, block + 1));
    assertThat(from.firstOverlapping(into, 0)).isZero();
    assertThat(from.lastOverlapping(into, blocks)).isEqualTo(one - 1);
  }

  @Test
  void piecesHaveAllBlocks() {
    for (int blocks : List.of(1, 31, 32, 33, 64, 65)) {
      IdRun run = new IdRun(new RunPeriod(0, 0), 2, 0, 1, blocks);
      int sum =
          IntStream.range(0, run.pieces())
              .map(piece -> run.endOfPiece(piece) - piece * IdRun.BLOCKS_IN_PIECE)
              .sum();
      assertThat(sum).isEqualTo(blocks);
    }
  }
}
