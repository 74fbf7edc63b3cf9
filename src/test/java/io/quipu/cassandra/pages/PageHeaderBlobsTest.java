package io.quipu.cassandra.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.IdPartition;
import io.quipu.engine.state.RememberedPeriods;
import io.quipu.engine.state.RememberedPeriods.Periods;
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
  void rememberedPeriodsAreReadAsWritten(@ForAll("periods") RememberedPeriods remembered) {
    ByteBuffer blob = PageHeaderBlobs.remembered(remembered);

    assertThat(PageHeaderBlobs.remembered(blob)).isEqualTo(remembered);
    refusesWhatIsCut(blob, PageHeaderBlobs::remembered);
  }

  @Property(tries = 200)
  void changedCountersAreReadAsWritten(@ForAll("counters") Set<CounterName> counters) {
    ByteBuffer blob = PageHeaderBlobs.changed(counters);

    assertThat(PageHeaderBlobs.changed(blob)).containsExactlyInAnyOrderElementsOf(counters);
    refusesWhatIsCut(blob, PageHeaderBlobs::changed);
  }

  @Test
  void nothingIsNoList() {
    assertThatThrownBy(() -> PageHeaderBlobs.remembered((ByteBuffer) null))
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
  Arbitrary<RememberedPeriods> periods() {
    return Arbitraries.of(0, 1, 60, 86_400, Integer.MAX_VALUE)
        .set()
        .flatMap(
            windows ->
                Arbitraries.longs()
                    .between(-1_000, 1_000_000)
                    .map(
                        period ->
                            new RememberedPeriods(
                                windows.stream()
                                    .collect(
                                        Collectors.toMap(
                                            window -> window,
                                            window -> periods(window, period))))));
  }

  private static Periods periods(int window, long period) {
    long length = IdPartition.length(window);
    return new Periods(period * length, (period + Math.abs(period) % 5) * length);
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
