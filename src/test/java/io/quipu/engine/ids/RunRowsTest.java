package io.quipu.engine.ids;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.IdKey;
import io.quipu.engine.state.IdRun;
import io.quipu.engine.state.RunPeriod;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Rows of runs of random ids. */
class RunRowsTest {
  private static final EventTime START = EventTime.ofEpochSecond(1_800_000_000);

  static List<RunEntry> entries(Random random, int count, int counters) {
    List<RunEntry> entries = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      IdKey key = new IdKey(1, random.nextInt(counters), random.nextLong(), random.nextLong());
      UUID at = START.plusTicks(random.nextInt(50_000_000)).timeuuid(3, random.nextInt(3));
      long delta = i % 50 == 7 ? random.nextLong() : 1;
      entries.add(new RunEntry(key, at, delta, i % 20 == 3 ? i : 1, i % 30 < 9 ? 60 : 86_400));
    }
    return entries;
  }

  @Property(tries = 200)
  void everyEntryIsReadAsWritten_inTheBlockOfItsKey(
      @ForAll long seed,
      @ForAll @IntRange(max = 900) int count,
      @ForAll @IntRange(min = 1, max = 100) int blocks) {
    List<RunEntry> entries = entries(new Random(seed), count, 1 + (int) (seed & 63));
    IdRun run = new IdRun(new RunPeriod(0, 0), 2, 0, Math.max(1, count), blocks);
    List<RunEntry> read = new ArrayList<>();

    List<RunRows> all = RunRows.of(run, entries);

    for (RunRows rows : all) {
      RunFilter filter = RunFilter.of(rows.blocks().get(RunRows.FILTER));
      rows.blocks()
          .tailMap(0)
          .forEach(
              (block, row) ->
                  RunBlock.of(row)
                      .entries()
                      .forEach(
                          entry -> {
                            assertThat(run.blockOf(entry.key())).isEqualTo(block);
                            assertThat(filter.mayHave(entry.key().low())).isTrue();
                            assertThat(filter.mayHave(entry.key().counter())).isTrue();
                            read.add(entry);
                          }));
    }
    assertThat(all.stream().mapToInt(rows -> rows.blocks().size() - 1).sum()).isEqualTo(blocks);
    assertThat(read).containsExactlyInAnyOrderElementsOf(entries);
  }

  @Test
  void anEntryOfAFewBytes_andFewWrongAnswersOfAFilter() {
    Random random = new Random(7);
    List<RunEntry> entries = entries(random, 170 * 32, 2);
    IdRun run = new IdRun(new RunPeriod(0, 0), 2, 0, 170 * 32, 32);
    RunRows rows = RunRows.of(run, entries).get(0);
    int bytes = rows.blocks().values().stream().mapToInt(row -> row.remaining()).sum();

    assertThat((double) bytes / entries.size()).isBetween(22.0, 28.0);
    long wrong = random.longs(100_000).filter(hash -> rows.filter().mayHave(hash)).count();
    assertThat(wrong).isLessThan(20);
  }

  @Test
  void whatIsTakenOutIsAnErasure_andTheSameTwiceIsOnce() {
    List<RunEntry> entries = entries(new Random(9), 10, 3);
    RunBlock block = RunBlock.of(0, List.of(entries.get(0), entries.get(1), entries.get(0)));
    assertThat(block.entries()).hasSize(2);
    assertThat(block.without(entry -> false)).isSameAs(block);
    RunBlock left = block.without(entries.get(0)::equals);
    assertThat(left).isEqualTo(new RunBlock(1, List.of(entries.get(1))));
    assertThat(RunBlock.of(left.blob())).isEqualTo(left);
  }

  @Test
  void filtersThatWereUsedLastAreHeld() {
    RunFilters filters = new RunFilters(3 * 208);
    IdRun run = new IdRun(new RunPeriod(0, 0), 2, 0, 1, 1_000);
    RunFilter filter = RunFilter.of(List.of(), true);
    for (int piece = 0; piece < 3; piece++) {
      filters.put(run.place(1, piece), filter);
    }
    filters.get(run.place(1, 0));
    filters.put(run.place(1, 2), filter);
    filters.put(run.place(1, 3), filter);
    assertThat(filters.get(run.place(1, 1))).isNull();
    assertThat(filters.get(run.place(1, 0))).isNotNull();
    assertThat(filters.get(run.place(1, 3))).isNotNull();
    assertThat(filters.isCrowdedBy(78)).isFalse();
    assertThat(filters.isCrowdedBy(79)).isTrue();
  }
}
