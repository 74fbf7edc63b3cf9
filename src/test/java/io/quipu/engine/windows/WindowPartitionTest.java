package io.quipu.engine.windows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.quipu.engine.windows.WindowPartition.Table;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Windows lie where they are looked for, and not too many of them together. */
class WindowPartitionTest {
  private static final long SECONDS = 4_000_000_000L;

  /** How many windows a partition has. */
  private static final Map<Table, Map<Granularity, Long>> WINDOWS =
      Map.of(
          Table.CLOSED,
          Map.of(Granularity.MINUTE, 60L, Granularity.HOUR, 24L, Granularity.DAY, 30L),
          Table.SUPPLEMENTS,
          Map.of(Granularity.MINUTE, 14_400L, Granularity.HOUR, 2_400L, Granularity.DAY, 1_000L));

  @Property
  void everyWindowOfARangeLiesInOneOfItsPartitions(
      @ForAll Table table,
      @ForAll Granularity granularity,
      @ForAll @LongRange(min = -SECONDS, max = SECONDS) long second,
      @ForAll @IntRange(min = 0, max = 2_000) int more,
      @ForAll @IntRange(min = 0, max = 2_000) int chosen) {
    Window first = granularity.windowOf(EventTime.ofEpochSecond(second));
    Window last = later(first, more);
    Window one = later(first, chosen % (more + 1));

    List<WindowPartition> all = table.of(7, first, last);

    assertThat(all).contains(table.of(7, one)).doesNotHaveDuplicates().isSorted();
    assertThat(all.get(0)).isEqualTo(table.of(7, first));
    assertThat(all.get(all.size() - 1)).isEqualTo(table.of(7, last));
    assertThat((long) all.size())
        .isLessThanOrEqualTo(more / WINDOWS.get(table).get(granularity) + 2);
    assertThat(table.of(7, one).period()).isLessThanOrEqualTo(one.startSecond());
  }

  private static Window later(Window window, int by) {
    return new Window(
        window.granularity(), window.startSecond() + by * window.granularity().seconds());
  }

  @Test
  void aPartitionIsFullAfterAnHourADayOrThirtyDays_orTenAHundredOrAThousandDays() {
    WINDOWS.forEach(
        (table, each) ->
            each.forEach(
                (granularity, windows) -> {
                  Window first = new Window(granularity, 0);
                  assertThat(table.of(7, later(first, (int) (windows - 1))))
                      .isEqualTo(table.of(7, first));
                  assertThat(table.of(7, later(first, windows.intValue())))
                      .isNotEqualTo(table.of(7, first));
                }));
  }

  @Test
  void anEmptyRangeHasNone() {
    Window second = new Window(Granularity.MINUTE, 3_600);
    assertThat(Table.CLOSED.of(7, second, new Window(Granularity.MINUTE, 3_540))).isEmpty();
    Window first = new Window(Granularity.MINUTE, 864_000);
    for (Table table : Table.values()) {
      assertThat(table.of(7, first, new Window(Granularity.MINUTE, 863_940))).isEmpty();
    }
  }

  @Test
  void noPeriodStartsInBetween() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new WindowPartition(Table.CLOSED, 7, Granularity.MINUTE, 60))
        .withMessageContaining("no period");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new WindowPartition(Table.CLOSED, 7, Granularity.DAY, 86_400));
    assertThat(new WindowPartition(Table.CLOSED, 7, Granularity.DAY, 30 * 86_400)).isNotNull();
  }
}
