package io.quipu.engine.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.windows.EventTime;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Where ids are remembered, and for how long. */
class RunPeriodTest {
  private static final long SECONDS = 4_000_000_000L;

  @Provide
  Arbitrary<Integer> windows() {
    return Arbitraries.oneOf(
        Arbitraries.integers().between(1, 20_000),
        Arbitraries.integers().between(1, Integer.MAX_VALUE),
        Arbitraries.of(
            DeduplicationWindow.FOREVER,
            1,
            1_349,
            1_350,
            1_351,
            86_400,
            86_401,
            Integer.MAX_VALUE));
  }

  @Property
  void aPeriodHoldsTheIdsThatAreKeptInIt(
      @ForAll("windows") int window,
      @ForAll @LongRange(min = -SECONDS, max = SECONDS) long second) {
    RunPeriod period = RunPeriod.of(window, EventTime.ofEpochSecond(second));

    assertThat(period.forgotten().isAfter(period.end()) || window == 0).isTrue();
    if (window == DeduplicationWindow.FOREVER) {
      assertThat(period).isEqualTo(new RunPeriod(0, 0));
    } else {
      assertThat(second).isBetween(period.start(), period.end().epochSecond() - 1);
      assertThat(period.window()).isGreaterThanOrEqualTo(window);
      assertThat(period.window() == 1_350 || period.window() / 2 < window).isTrue();
    }
  }

  /** A lookup must find every counted row that a row may repeat, and looks into three periods. */
  @Property
  void everyIdThatARowMayRepeatLiesWhereItIsLookedUp_inThreePeriodsAtMost(
      @ForAll("windows") int counted,
      @ForAll("windows") int repeating,
      @ForAll @LongRange(min = 0, max = SECONDS) long second,
      @ForAll @LongRange(min = 0, max = SECONDS) long laterBy) {
    EventTime before = EventTime.ofEpochSecond(second);
    EventTime after = EventTime.ofEpochSecond(second + within(laterBy, counted, repeating));
    RunPeriod period = RunPeriod.of(counted, before);

    if (covers(counted, before, after) && covers(repeating, before, after)) {
      assertThat(period.mayCover(after, repeating)).isTrue();
    }
    assertThat(around(counted, after).filter(one -> one.mayCover(after, repeating)).count())
        .isBetween(1L, 3L);
  }

  private static Stream<RunPeriod> around(int window, EventTime at) {
    RunPeriod here = RunPeriod.of(window, at);
    return LongStream.rangeClosed(-4, 4)
        .mapToObj(i -> new RunPeriod(here.window(), here.start() + i * here.window() / 2))
        .distinct();
  }

  /** Half of the time within both windows, so that both cases are seen. */
  private static long within(long laterBy, int counted, int repeating) {
    long shorter =
        Stream.of(counted, repeating)
            .filter(window -> window != DeduplicationWindow.FOREVER)
            .mapToLong(Integer::longValue)
            .min()
            .orElse(SECONDS);
    return laterBy % 2 == 0 ? laterBy % (shorter + 1) : laterBy;
  }

  private static boolean covers(int window, EventTime counted, EventTime later) {
    return DeduplicationWindow.covers(window, counted, later);
  }

  @Property
  void aPeriodIsForgottenOnceNoneOfItsIdsIsRemembered(
      @ForAll("windows") int window, @ForAll @LongRange(min = 0, max = SECONDS) long second) {
    EventTime counted = EventTime.ofEpochSecond(second);
    RunPeriod period = RunPeriod.of(window, counted);

    if (window == DeduplicationWindow.FOREVER) {
      assertThat(period.forgotten()).isEqualTo(EventTime.MAX);
    } else {
      assertThat(covers(window, counted, period.forgotten())).isFalse();
    }
  }

  @Test
  void noPeriodStartsInBetween() {
    assertThat(new RunPeriod(86_400, 43_200)).isNotNull();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RunPeriod(86_400, 43_201))
        .withMessageContaining("no period");
    assertThatIllegalArgumentException().isThrownBy(() -> new RunPeriod(600, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new CountedId("id", EventTime.MIN.timeuuid(0, 1), 1, 1, DeduplicationWindow.OFF));
  }

  @Test
  void periodsOfAClassAreInTheOrderOfTime() {
    List<RunPeriod> ordered =
        List.of(
            new RunPeriod(0, 0),
            new RunPeriod(1_350, 0),
            new RunPeriod(86_400, -43_200),
            new RunPeriod(86_400, 0));
    assertThat(ordered.stream().sorted(Comparator.reverseOrder()).sorted()).isEqualTo(ordered);
  }
}
