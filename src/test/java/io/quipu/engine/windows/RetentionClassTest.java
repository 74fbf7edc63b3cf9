package io.quipu.engine.windows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Rows are kept at least as long as was promised. */
class RetentionClassTest {
  private static final EventTime COLLECTED = EventTime.ofEpochSecond(1_767_268_800);

  /** The number is in keys: it must mean the same for ever. */
  @Test
  void classesAreWhatTheyWere() {
    String lengths = "0s 1m 10m 1h 6h 1d 2d 4d 7d 14d 31d 92d 183d 366d 3660d 3661d";
    assertThat(Stream.of(lengths.split(" ")).map(TimeSpan::new).map(RetentionClass::of))
        .containsExactlyElementsOf(IntStream.range(0, 16).boxed().toList());
    assertThat(RetentionClass.USUAL).isEqualTo(RetentionClass.of(new TimeSpan("1d")));
    assertThat(RetentionClass.FOREVER).isEqualTo(RetentionClass.of(TimeSpan.FOREVER)).isEqualTo(15);
  }

  @Property
  void rowsAreKeptAtLeastSoLong_andNotLongerThanTheNextClass(
      @ForAll @IntRange(min = 0, max = 366 * 86_400) int seconds) {
    int retention = RetentionClass.of(new TimeSpan(seconds + "s"));
    long kept = kept(retention);

    assertThat(kept).isGreaterThanOrEqualTo(seconds);
    assertThat(retention == 0 || kept(retention - 1) < seconds).isTrue();
  }

  private static long kept(int retention) {
    EventTime deletable = RetentionClass.deletable(retention, COLLECTED);
    return (COLLECTED.ticks() - deletable.ticks()) / EventTime.TICKS_PER_SECOND;
  }

  @Property
  void nothingIsDeletableBeforeTheBeginning_norForEver(
      @ForAll @IntRange(min = 0, max = 15) int retention,
      @ForAll @LongRange(min = 0, max = (1L << 60) - 1) long ticks) {
    EventTime collected = new EventTime(ticks);
    EventTime deletable = RetentionClass.deletable(retention, collected);

    assertThat(deletable.isAfter(collected)).isFalse();
    assertThat(RetentionClass.deletable(retention, EventTime.MIN)).isEqualTo(EventTime.MIN);
    if (retention == RetentionClass.FOREVER) {
      assertThat(deletable).isEqualTo(EventTime.MIN);
    }
    assertThat(RetentionClass.deletable(0, collected)).isEqualTo(collected);
  }
}
