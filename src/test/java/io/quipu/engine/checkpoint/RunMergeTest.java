package io.quipu.engine.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.ids.RunBlock;
import io.quipu.engine.ids.RunEntry;
import io.quipu.engine.ids.RunRows;
import io.quipu.engine.names.IdKey;
import io.quipu.engine.state.IdBounds;
import io.quipu.engine.state.IdRun;
import io.quipu.engine.state.RunPeriod;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.Done;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.scripted.Fate;
import io.quipu.testing.sim.scripted.ScriptedSettledIds.Call;
import io.quipu.testing.sim.scripted.ScriptedStores;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Runs of random ids. */
class RunMergeTest {
  private static final int PAGE = 2;
  private static final RunPeriod FOREVER = new RunPeriod(0, 0);

  private final ScriptedStores stores = new ScriptedStores();
  private final Random random = new Random(5);
  private final List<IdRun> from = new ArrayList<>();
  private final List<RunEntry> all = new ArrayList<>();

  private void run(int ids, int blocks) {
    IdRun run = new IdRun(FOREVER, 2L * (from.size() + 1), 0, ids, blocks);
    List<RunEntry> entries = new ArrayList<>();
    for (int i = 0; i < ids; i++) {
      entries.add(
          new RunEntry(
              new IdKey(1, random.nextInt(3), random.nextLong(), random.nextLong()),
              EventTime.ofEpochSecond(1_800_000_000).plusTicks(i).timeuuid(1, 1),
              1,
              1,
              0));
    }
    for (RunRows rows : RunRows.of(run, entries)) {
      Done.value(stores.ids.write(run.place(PAGE, rows.piece()), 0, rows.blocks()));
    }
    from.add(run);
    all.addAll(entries);
  }

  private IdRun into() {
    return IdRun.ofMerge(FOREVER, 50, 1, all.size(), new IdBounds(3, 2));
  }

  private RunMerge merge() {
    return new RunMerge(PAGE, into(), from, stores.all());
  }

  private Map<Integer, ByteBuffer> rows(IdRun run, int piece) {
    List<Integer> blocks =
        IntStream.range(piece * IdRun.BLOCKS_IN_PIECE, run.endOfPiece(piece)).boxed().toList();
    return Done.value(stores.ids.read(run.place(PAGE, piece), blocks));
  }

  @Test
  void aMergedRunHasAllIds_eachInTheBlockOfItsKey() {
    run(700, 200);
    run(1, 1);
    run(33, 40);
    run(0, 1);
    run(900, 7);

    Done.value(merge().write());

    List<RunEntry> merged = new ArrayList<>();
    for (int piece = 0; piece < into().pieces(); piece++) {
      Map<Integer, ByteBuffer> rows = rows(into(), piece);
      rows.forEach(
          (block, row) ->
              RunBlock.of(row)
                  .entries()
                  .forEach(
                      entry -> {
                        assertThat(into().blockOf(entry.key())).isEqualTo(block);
                        merged.add(entry);
                      }));
      int first = piece * IdRun.BLOCKS_IN_PIECE;
      assertThat(rows).hasSize(into().endOfPiece(piece) - first);
    }
    assertThat(into().pieces()).isGreaterThan(10);
    assertThat(merged).containsExactlyInAnyOrderElementsOf(all);
    assertThat(stores.filters.get(into().place(PAGE, 0))).isNotNull();
  }

  @Test
  void aRowThatIsMissing_orMayNotBeDurable_endsIt() {
    run(50, 20);
    run(50, 20);
    stores.ids.script.next(Call.WRITE, Fate.ANSWER_LOST);
    assertThat(Done.failure(merge().write())).isInstanceOf(StoreUnavailable.class);
    Done.value(merge().write());
    Done.value(stores.ids.delete(from.get(1).place(PAGE, 0)));
    assertThat(Done.failure(merge().write())).isInstanceOf(StoreUnavailable.class);
    RunMerge stopped = merge();
    stopped.stop();
    assertThat(Done.failure(stopped.write())).isInstanceOf(StoreUnavailable.class);
  }

  /** Otherwise a late attempt of a process that had read them before would bring them back. */
  @Test
  void idsThatWereTakenOutStayOut_whateverAnEarlierAttemptWrites() {
    run(5, 1);
    run(5, 1);
    Done.value(merge().write());
    RunBlock without =
        RunBlock.of(rows(from.get(0), 0).get(0)).without(entry -> entry.equals(all.get(0)));
    Done.value(
        stores.ids.write(from.get(0).place(PAGE, 0), 1, new TreeMap<>(Map.of(0, without.blob()))));
    Map<Integer, ByteBuffer> early = rows(into(), 0);
    Done.value(merge().write());
    Done.value(stores.ids.write(into().place(PAGE, 0), 0, new TreeMap<>(early)));

    List<RunEntry> left = new ArrayList<>();
    rows(into(), 0).values().forEach(row -> left.addAll(RunBlock.of(row).entries()));
    assertThat(left).hasSize(9).doesNotContain(all.get(0));
  }
}
