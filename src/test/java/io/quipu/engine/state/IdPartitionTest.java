package io.quipu.engine.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.names.Layout;
import io.quipu.engine.names.TestLayout;
import io.quipu.engine.windows.EventTime;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Where ids are remembered, and for how long. */
class IdPartitionTest {
  private static final long SECONDS = 4_000_000_000L;
  private static final Layout LAYOUT = TestLayout.SMALL;
  private static final int PAGE = 3;

  @Provide
  Arbitrary<Integer> windows() {
    return Arbitraries.oneOf(
        Arbitraries.integers().between(1, 20_000),
        Arbitraries.integers().between(1, Integer.MAX_VALUE),
        Arbitraries.of(
            DeduplicationWindow.FOREVER,
            1,
            599,
            600,
            601,
            1_199,
            1_200,
            1_201,
            86_400,
            Integer.MAX_VALUE));
  }

  @Property
  void aPeriodHoldsTheIdsThatAreKeptInIt(
      @ForAll("windows") int window,
      @ForAll @LongRange(min = -SECONDS, max = SECONDS) long second) {
    long period = IdPartition.periodOf(window, EventTime.ofEpochSecond(second));
    long length = IdPartition.length(window);

    assertThat(new IdPartition(PAGE, 0, window, period).period()).isEqualTo(period);
    if (window == DeduplicationWindow.FOREVER) {
      assertThat(period).isZero();
    } else {
      assertThat(second).isBetween(period, period + length - 1);
      assertThat(length).isGreaterThanOrEqualTo(600);
    }
  }

  /** A lookup must find every counted row that a row may repeat, and asks for three periods. */
  @Property
  void everyIdThatARowMayRepeatLiesWhereItIsLookedUp_inThreePeriodsAtMost(
      @ForAll("windows") int counted,
      @ForAll("windows") int repeating,
      @ForAll @LongRange(min = 0, max = SECONDS) long second,
      @ForAll @LongRange(min = 0, max = SECONDS) long laterBy) {
    EventTime before = EventTime.ofEpochSecond(second);
    EventTime after = EventTime.ofEpochSecond(second + within(laterBy, counted, repeating));
    CountedId id = counted("id", second, counted);
    RememberedPeriods remembered =
        RememberedPeriods.NONE.with(
            List.of(id, counted("first", 0, counted), counted("last", SECONDS, counted)));

    List<IdPartition> found = remembered.before(PAGE, LAYOUT.idPart("id"), after, repeating);

    if (covers(counted, before, after) && covers(repeating, before, after)) {
      assertThat(found).contains(IdPartition.of(LAYOUT, PAGE, id));
    }
    assertThat(found).hasSizeLessThanOrEqualTo(3).doesNotHaveDuplicates();
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

  private static CountedId counted(String id, long second, int window) {
    return new CountedId(id, EventTime.ofEpochSecond(second).timeuuid(0, 1), 1, 1, window);
  }

  @Property
  void aPartitionIsForgottenOnceNoneOfItsIdsIsRemembered(
      @ForAll("windows") int window, @ForAll @LongRange(min = 0, max = SECONDS) long second) {
    EventTime counted = EventTime.ofEpochSecond(second);
    IdPartition partition = new IdPartition(PAGE, 0, window, IdPartition.periodOf(window, counted));

    if (window == DeduplicationWindow.FOREVER) {
      assertThat(partition.forgotten()).isEqualTo(EventTime.MAX);
    } else {
      assertThat(covers(window, counted, partition.forgotten())).isFalse();
      EventTime last =
          EventTime.ofEpochSecond(partition.period() + IdPartition.length(window)).plusTicks(-1);
      assertThat(covers(window, last, partition.forgotten().plusTicks(-2)))
          .as("not later than it must be")
          .isTrue();
    }
  }

  @Test
  void noPeriodStartsInBetween() {
    assertThat(new IdPartition(PAGE, 0, 86_400, 43_200)).isNotNull();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new IdPartition(PAGE, 0, 86_400, 43_201))
        .withMessageContaining("no period");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new IdPartition(PAGE, 0, DeduplicationWindow.FOREVER, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new IdPartition(PAGE, 0, DeduplicationWindow.OFF, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> counted("id", 0, DeduplicationWindow.OFF));
  }

  @Test
  void periodsThatAreRememberedGrow_andAreForgottenFromTheOldestOn() {
    RememberedPeriods some =
        RememberedPeriods.NONE.with(
            List.of(
                counted("a", 86_400, 86_400),
                counted("b", 43_199, 86_400),
                counted("c", 86_400, DeduplicationWindow.FOREVER)));

    assertThat(some.byWindow())
        .isEqualTo(
            Map.of(
                86_400,
                new RememberedPeriods.Periods(0, 86_400),
                DeduplicationWindow.FOREVER,
                new RememberedPeriods.Periods(0, 0)));
    assertThat(some.with(List.of(counted("d", 43_200, 86_400)))).isSameAs(some);
    assertThat(some.with(List.of())).isSameAs(some);
    assertThat(some.without(86_400, 0)).isSameAs(some);
    assertThat(some.without(3_600, 43_200)).isSameAs(some);
    assertThat(some.without(86_400, 43_200).byWindow())
        .containsEntry(86_400, new RememberedPeriods.Periods(43_200, 86_400));
    assertThat(some.without(86_400, 129_600).byWindow())
        .containsOnlyKeys(DeduplicationWindow.FOREVER);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RememberedPeriods.Periods(1, 0))
        .withMessageContaining("from 1 to 0");
  }

  @Test
  void whatIsForgottenIsEveryPartOfThePeriodsThatAreOver() {
    RememberedPeriods some =
        RememberedPeriods.NONE.with(
            List.of(
                counted("a", 0, 86_400),
                counted("b", 86_400, 86_400),
                counted("c", 0, DeduplicationWindow.FOREVER)));
    EventTime over = new IdPartition(PAGE, 0, 86_400, 43_200).forgotten();

    assertThat(some.forgotten(PAGE, EventTime.ofEpochSecond(86_400))).isEmpty();
    assertThat(some.forgotten(PAGE, over.plusTicks(-1)))
        .extracting(IdPartition::period)
        .containsExactly(0L, 0L, 0L, 0L);
    assertThat(some.forgotten(PAGE, over))
        .hasSize(2 * Layout.ID_PARTS)
        .doesNotHaveDuplicates()
        .allMatch(partition -> partition.page() == PAGE && partition.period() <= 43_200);
    assertThat(some.forgotten(PAGE, EventTime.MAX)).hasSize(3 * Layout.ID_PARTS);
  }

  @Test
  void partitionsOfAWindowAreInTheOrderOfTime() {
    List<IdPartition> ordered =
        List.of(
            new IdPartition(0, 3, 600, 0),
            new IdPartition(0, 0, 86_400, 0),
            new IdPartition(0, 1, 86_400, 0),
            new IdPartition(0, 0, 86_400, 43_200),
            new IdPartition(1, 0, 600, 0));
    assertThat(ordered.stream().sorted(Comparator.reverseOrder()).sorted()).isEqualTo(ordered);
  }
}
