package io.quipu.engine.query;

import static io.quipu.engine.names.TestNamespaces.known;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.checkpoint.StepBounds;
import io.quipu.engine.input.Limits;
import io.quipu.engine.kind.answer.SeriesAnswers;
import io.quipu.engine.kind.answer.SeriesRange;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Series;
import io.quipu.engine.query.QueryMessages.Range;
import io.quipu.engine.state.Tally;
import io.quipu.engine.state.WindowCount;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.windows.EventMinute;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.RetentionClass;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every acknowledged series is in the answer, and a settled window of a series never changes. */
class SeriesReadsTest extends QueryFixture {
  private static final int RESETS = StepBounds.USUAL.resets();
  private static final String CH = key("CH");
  private static final String DE = key("DE");

  private final SeriesReads series = new SeriesReads(reads, counting, SeriesReads.MOST_TOGETHER);
  private final WindowCounting windows = new WindowCounting(reads, stores.windows, page -> {});

  private static String key(String value) {
    return new Series(0, List.of(value)).key();
  }

  private static String numbered(int number) {
    return key(String.format("%05d", number));
  }

  private static EventRow row(long second, int tick, long delta, String key) {
    return new EventRow(
        second(second).plusTicks(tick).timeuuid(0, 1),
        delta,
        1,
        null,
        0,
        EventMinute.OWN,
        List.of(key));
  }

  private void put(long second, long delta, String key) {
    stores.events.put(RetentionClass.USUAL, 0, A, row(second, 0, delta, key));
  }

  /** Puts one row for each of some series; the number of the series is its count, and one more. */
  private void put(long second, int first, int before) {
    List<EventRow> rows = new ArrayList<>();
    for (int i = first; i < before; i++) {
      rows.add(row(second, i, i + 1L, numbered(i)));
    }
    EventPartition partition = partition(second);
    stores.directory.nameNow(partition);
    stores.events.put(partition, List.of(new EventLog.CounterRows(page, A, rows)));
  }

  private void reset(long second) {
    EventRow row = EventRow.reset(second(second).timeuuid(0, 2));
    stores.events.put(RetentionClass.USUAL, 0, A, row);
  }

  private List<Tally> minutes(CounterName counter, int first, int last, long horizon) {
    Range range =
        Range.of(
            known(counter, 1),
            Granularity.MINUTE.windowOf(second(60L * first)),
            Granularity.MINUTE.windowOf(second(60L * last)));
    return value(windows.count(range, second(horizon))).windows().stream()
        .map(WindowCount::tally)
        .toList();
  }

  private SeriesAnswers read(String after, boolean bySize) {
    KnownCounter counter = known(A, 1);
    return value(series.read(new SeriesRange(counter, 0, Map.of(), after, Limits.COUNTS, bySize)));
  }

  @Test
  void aSettledWindow_keepsWhatAResetTookAway_howeverManyFollow() {
    put(10, 2, CH);
    settle(20);
    int resets = RESETS + 5;
    for (int minute = 1; minute <= resets; minute++) {
      reset(60L * minute + 1);
      put(60L * minute + 2, 1, DE);
      settle(60L * minute + 3);
      List<Tally> read = minutes(A.with(CH), 0, 2, 0);
      assertThat(read.subList(0, 2))
          .as("after %d resets", minute)
          .containsExactly(Tally.of(2, 1), Tally.of(-2, -1));
    }
    List<Tally> all = minutes(A.with(CH), 0, resets, 0);
    assertThat(all.stream().reduce(Tally.ZERO, Tally::plus)).isEqualTo(Tally.ZERO);
    assertThat(all.subList(2, resets)).containsOnly(Tally.ZERO);
    assertThat(stores.pages.stored(page, A).series().resets().size())
        .isLessThanOrEqualTo(RESETS + 1);
  }

  @Test
  void hasAllSeriesOfATail_howeverManyThereAre() {
    put(10, 0, 1_600);
    settle(20);
    put(30, 1_600, 6_600);

    SeriesAnswers largest = read("", true);
    assertThat(largest.total()).isEqualTo(6_600);
    assertThat(largest.series().get(0).listed()).isEqualTo(Tally.of(6_600, 1));
    assertThat(largest.series()).hasSize(Limits.COUNTS);

    int found = 0;
    String after = "";
    while (after != null) {
      SeriesAnswers some = read(after, false);
      found += some.series().size();
      after = some.next();
    }
    assertThat(found).isEqualTo(6_600);
  }

  @Test
  void ranksByWhatIsLeft_afterAResetInTheTail_andByWhatIsInBothParts() {
    put(10, 0, 1_600);
    settle(20);
    put(30, 1_000, 2_000);
    assertThat(read("", true).series().get(0).listed()).isEqualTo(Tally.of(3_200, 2));
    reset(40);
    put(50, 0, 1_200);

    SeriesAnswers largest = read("", true);
    assertThat(largest.total()).isEqualTo(1_200);
    assertThat(largest.series().get(0).listed()).isEqualTo(Tally.of(1_200, 1));
    BigInteger last = ((Tally) largest.series().get(999).listed()).count();
    assertThat(last).isEqualTo(BigInteger.valueOf(201));
  }
}
