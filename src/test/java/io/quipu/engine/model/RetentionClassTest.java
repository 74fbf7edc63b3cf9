package io.quipu.engine.model;

import static org.assertj.core.api.Assertions.assertThat;

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
    assertThat(RetentionClass.of(new TimeSpan("0s"))).isZero();
    assertThat(RetentionClass.of(new TimeSpan("1m"))).isEqualTo(1);
    assertThat(RetentionClass.of(new TimeSpan("10m"))).isEqualTo(2);
    assertThat(RetentionClass.of(new TimeSpan("1h"))).isEqualTo(3);
    assertThat(RetentionClass.of(new TimeSpan("6h"))).isEqualTo(4);
    assertThat(RetentionClass.of(new TimeSpan("1d"))).isEqualTo(5).isEqualTo(RetentionClass.USUAL);
    assertThat(RetentionClass.of(new TimeSpan("2d"))).isEqualTo(6);
    assertThat(RetentionClass.of(new TimeSpan("4d"))).isEqualTo(7);
    assertThat(RetentionClass.of(new TimeSpan("7d"))).isEqualTo(8);
    assertThat(RetentionClass.of(new TimeSpan("14d"))).isEqualTo(9);
    assertThat(RetentionClass.of(new TimeSpan("31d"))).isEqualTo(10);
    assertThat(RetentionClass.of(new TimeSpan("92d"))).isEqualTo(11);
    assertThat(RetentionClass.of(new TimeSpan("183d"))).isEqualTo(12);
    assertThat(RetentionClass.of(new TimeSpan("366d"))).isEqualTo(13);
    assertThat(RetentionClass.of(new TimeSpan("3660d"))).isEqualTo(14);
    assertThat(RetentionClass.of(new TimeSpan("3661d")))
        .isEqualTo(RetentionClass.of(TimeSpan.FOREVER))
        .isEqualTo(RetentionClass.FOREVER)
        .isEqualTo(15);
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
