package io.quipu.cassandra.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.IdBounds;
import io.quipu.engine.state.IdMerge;
import io.quipu.engine.state.IdRun;
import io.quipu.engine.state.IdRuns;
import io.quipu.engine.state.RunPeriod;
import io.quipu.engine.windows.EventTime;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class PageHeaderBlobsTest {
  @Property(tries = 200)
  void runsAreReadAsWritten(
      @ForAll("runs") List<IdRun> live,
      @ForAll("runs") List<IdRun> merged,
      @ForAll("runs") List<IdRun> gone) {
    List<IdMerge> merges =
        merged.stream().map(run -> new IdMerge(run, List.of(run.number(), 7L))).toList();
    IdRuns runs = new IdRuns(live, merges, gone);
    ByteBuffer blob = PageHeaderBlobs.ids(runs);

    assertThat(PageHeaderBlobs.ids(blob)).isEqualTo(runs);
    refusesWhatIsCut(blob, PageHeaderBlobs::ids);
  }

  @Property(tries = 200)
  void changedCountersAreReadAsWritten(@ForAll("counters") Set<CounterName> counters) {
    ByteBuffer blob = PageHeaderBlobs.changed(counters);

    assertThat(PageHeaderBlobs.changed(blob)).containsExactlyInAnyOrderElementsOf(counters);
    refusesWhatIsCut(blob, PageHeaderBlobs::changed);
  }

  @Test
  void nothingIsNoList() {
    assertThatThrownBy(() -> PageHeaderBlobs.ids((ByteBuffer) null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> PageHeaderBlobs.changed((ByteBuffer) null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aNamespaceIsWrittenOnceForAllOfItsCounters() {
    Set<CounterName> counters =
        IntStream.range(0, 1_000)
            .mapToObj(i -> new CounterName("a-long-namespace", "c%04d".formatted(i)))
            .collect(Collectors.toSet());

    assertThat(PageHeaderBlobs.changed(counters).remaining()).isLessThan(7_100);
  }

  private static void refusesWhatIsCut(ByteBuffer blob, Function<ByteBuffer, Object> decode) {
    for (int length = 0; length < blob.remaining(); length++) {
      ByteBuffer some = blob.slice().limit(length);
      assertThatThrownBy(() -> decode.apply(some)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Provide
  Arbitrary<List<IdRun>> runs() {
    return Combinators.combine(
            Arbitraries.of(0, 1, 60, 86_400, Integer.MAX_VALUE),
            Arbitraries.longs().between(0, 4_000_000_000L),
            Arbitraries.longs().between(0, Long.MAX_VALUE),
            Arbitraries.integers().between(0, 9),
            Arbitraries.integers().between(1, IdBounds.MOST_IDS))
        .as(
            (window, second, number, level, ids) ->
                new IdRun(
                    RunPeriod.of(window, EventTime.ofEpochSecond(second)),
                    number,
                    level,
                    ids,
                    1 + ids / 170))
        .list()
        .ofMaxSize(5);
  }

  @Provide
  Arbitrary<Set<CounterName>> counters() {
    return Combinators.combine(
            Arbitraries.of("a", "votes", "votes-a", "n".repeat(48)),
            Arbitraries.of(List.of("a", "b", "\u0000", "\uD83C\uDF89", "x".repeat(512), "c d")))
        .as(CounterName::new)
        .set()
        .ofMaxSize(20);
  }
}
