package io.quipu.engine.kinds.sketch;

import static io.quipu.engine.writer.TestWriters.incarnation;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.kind.RecorderSite;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.kind.answer.ReadOptions;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.kind.answer.RecordOutcome.Refused;
import io.quipu.engine.kind.answer.SeriesAnswer;
import io.quipu.engine.kind.answer.SeriesAnswers;
import io.quipu.engine.kind.answer.SeriesRange;
import io.quipu.engine.kinds.sketch.state.SketchState;
import io.quipu.engine.kinds.sketch.state.SketchType;
import io.quipu.engine.kinds.sketch.state.SketchValue;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DerivedName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Series;
import io.quipu.engine.names.TestNamespaces;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.time.Done;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import io.quipu.engine.writer.Confirmation;
import io.quipu.engine.writer.Incarnation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Series of sketches: recorded with their counter, and read by it. */
class SketchSeriesTest {
  private static final CounterName COUNTER = new CounterName("sizes", "a");
  private static final KnownCounter KNOWN = TestNamespaces.labelledSketch(COUNTER, "country");
  private static final Set<Granularity> WINDOWS = EnumSet.of(Granularity.HOUR, Granularity.DAY);

  private final HandMadeSketchStore store = new HandMadeSketchStore();
  private final HandDrivenTime time = new HandDrivenTime();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final List<CounterName> changed = new ArrayList<>();
  private final Incarnation incarnation = incarnation(time, 7, Duration.ofDays(9));
  private final SketchReader reader = new SketchReader(store);
  private SketchShards shards = shards(100_000_000);

  private SketchShards shards(long stateBytes) {
    return new SketchShards(
        store,
        new RecorderSite(null, () -> incarnation, Confirmation.LEASED, time, time, 0, changed::add),
        new SketchSettings(20_000, 100_000_000, stateBytes, 20, 64, Duration.ofSeconds(8)),
        new SketchMeters(meters));
  }

  private static CounterName series(String country) {
    return COUNTER.with(new Series(0, List.of(country)).key());
  }

  /** Records a 1 for each country. */
  private CompletableFuture<RecordOutcome> record(Set<Granularity> windows, String... countries) {
    List<SketchValue> values = new ArrayList<>();
    List<List<String>> keys = new ArrayList<>();
    for (String country : countries) {
      values.add(SketchValue.ofNumber("1"));
      keys.add(List.of(series(country).series()));
    }
    return shards
        .record(new SketchUpdate(COUNTER, SketchType.SUM, windows, values, keys))
        .toCompletableFuture();
  }

  private long sum(DerivedName name) {
    SketchState all =
        MergedState.of(
                SketchType.SUM,
                store.shards.getOrDefault(name, new TreeMap<>()),
                store.tallies.getOrDefault(name, SketchTally.NONE))
            .state();
    return all.events();
  }

  private SeriesAnswers read(Map<Integer, String> where, String after, int limit, boolean bySize) {
    return Done.value(reader.series(new SeriesRange(KNOWN, 0, where, after, limit, bySize)));
  }

  private static List<String> told(SeriesAnswers answers) {
    return answers.series().stream().map(SketchSeriesTest::told).toList();
  }

  private static String told(Answer one) {
    return Series.of(one.counter().series()).values().get(0) + " " + one.wholeNumber();
  }

  @Test
  void eachSeriesTakesItsOwnValues_inItsWindowsToo_andTheEventsCountOnce() {
    EventTime now = incarnation.time().now();
    assertThat(Done.value(record(WINDOWS, "de", "fr", "de", ""))).isInstanceOf(Recorded.class);
    for (Window window : new Window[] {null, Granularity.DAY.windowOf(now)}) {
      assertThat(sum(new DerivedName(COUNTER, window))).isEqualTo(4);
      assertThat(sum(new DerivedName(series("de"), window))).isEqualTo(2);
      assertThat(sum(new DerivedName(series("fr"), window))).isEqualTo(1);
      assertThat(sum(new DerivedName(series(""), window))).isEqualTo(1);
    }
    assertThat(changed).containsExactly(COUNTER);
    assertThat(meters.get("quipu.sketch.events").counter().count()).isEqualTo(4);
  }

  @Test
  void isAcknowledgedOnlyWhenAllSeriesHaveIt() {
    Done.value(record(Set.of(), "de"));
    store.patience = time;
    store.hanging = DerivedName.whole(series("de"))::equals;
    CompletableFuture<RecordOutcome> answer = record(Set.of(), "fr", "de");
    assertThat(answer).isNotDone();
    time.pass(Duration.ofSeconds(15));
    assertThat(Done.value(answer)).isInstanceOf(OutcomeUnknown.class);
  }

  @Test
  void anUpdateOfManySeriesIsRecordedInParts_andRefusedIfNonIsRecorded() {
    String[] many = new String[2_500];
    for (int i = 0; i < many.length; i++) {
      many[i] = "country " + i;
    }
    assertThat(Done.value(record(WINDOWS, many))).isInstanceOf(Recorded.class);
    assertThat(sum(DerivedName.whole(COUNTER))).isEqualTo(many.length);
    assertThat(sum(DerivedName.whole(series("country 2499")))).isEqualTo(1);

    store.away = true;
    store.unannounced = true;
    CompletableFuture<RecordOutcome> answer =
        record(WINDOWS, List.of(many).stream().map(one -> "other " + one).toArray(String[]::new));
    time.pass(Duration.ofSeconds(15));
    assertThat(Done.value(answer)).isInstanceOf(OutcomeUnknown.class);
    shards.drain();
    assertThat(Done.value(record(WINDOWS, many))).isInstanceOf(Refused.class);
  }

  @Test
  void theLargestAreReadInTheOrderOfTheirSums_andTheFirstPageByPage() {
    Done.value(record(Set.of(), "fr", "de", "it", "de", "it", "it", "", "de\0"));
    SeriesAnswers largest = read(Map.of(), "", 3, true);
    assertThat(told(largest)).containsExactly("it 3", "de 2", " 1");
    assertThat(largest.total()).isEqualTo(5);
    assertThat(largest.next()).isNull();

    List<String> all = new ArrayList<>();
    String after = "";
    while (after != null) {
      SeriesAnswers page = read(Map.of(), after, 2, false);
      assertThat(page.series().size()).isLessThanOrEqualTo(2);
      all.addAll(told(page));
      after = page.next();
    }
    assertThat(all).containsExactly(" 1", "de 2", "de\0 1", "fr 1", "it 3");
    assertThat(told(read(Map.of(0, "fr"), "", 10, false))).containsExactly("fr 1");
    assertThat(told(read(Map.of(0, "es"), "", 10, true))).isEmpty();
  }

  @Test
  void aSeriesThatNothingWasRecordedIn_isNotTold_andEndsNoPages() {
    Done.value(record(Set.of(), "de"));
    for (String empty : List.of("a", "b", "c")) {
      store.derived.put(DerivedName.whole(series(empty)), new TreeSet<>(Set.of(6L)));
    }
    SeriesAnswers first = read(Map.of(), "", 2, false);
    assertThat(first.series()).isEmpty();
    assertThat(told(read(Map.of(), first.next(), 2, false))).containsExactly("de 1");
  }

  @Test
  void theLargestOfTooManyAreNotSearched_butReadPageByPage() {
    for (int i = 0; i <= 1_000; i++) {
      Done.value(record(Set.of(), "country " + i));
    }
    assertThat(read(Map.of(), "", 10, true)).isEqualTo(SeriesAnswers.TOO_MANY);
    assertThat(told(read(Map.of(0, "country 7"), "", 10, true))).containsExactly("country 7 1");
    assertThat(read(Map.of(), "", 1_000, false).next()).isNotNull();
  }

  @Test
  void whoFollowsMoreThanThat_getsTheFirst() {
    for (int i = 0; i <= 1_000; i++) {
      Done.value(record(Set.of(), "country " + i));
    }
    CounterName several = COUNTER.with(Series.several(0, Map.of(), 1));
    Answer first =
        Done.value(reader.count(new Question.Count(new KnownCounter(several, KNOWN.namespace()))));
    assertThat(((SeriesAnswer) first).series()).hasSize(1_000);
  }

  @Test
  void readsOfManyWindowsWaitForEachOther_andNoneIsRefused() {
    Window first = Granularity.HOUR.windowOf(time.wall());
    Window last = first;
    for (int hour = 1; hour < 300; hour++) {
      last = last.next();
    }
    List<CompletableFuture<?>> answers = new ArrayList<>();
    store.holds = true;
    for (int country = 0; country < 16; country++) {
      CounterName series = series("c" + country);
      for (Window hour = first; hour.compareTo(last) <= 0; hour = hour.next()) {
        store.derived.put(new DerivedName(series, hour), new TreeSet<>(Set.of(7L)));
      }
      answers.add(
          reader
              .windows(
                  new Question.Windows(
                      new KnownCounter(series, KNOWN.namespace()),
                      WindowCover.of(first, last),
                      true,
                      ReadOptions.USUAL),
                  EventTime.MIN)
              .toCompletableFuture());
    }
    store.release();
    assertThat(answers).allMatch(one -> one.isDone() && !one.isCompletedExceptionally());
  }

  @Test
  void newSeriesHaveMemory_whereOthersCanLeave_whoeverWaits() {
    shards = shards(150_000);
    for (int i = 0; i < 300; i++) {
      Done.value(record(Set.of(), "idle " + i));
    }
    store.patience = time;
    store.hanging = DerivedName.whole(series("slow"))::equals;
    CompletableFuture<RecordOutcome> slow = record(Set.of(), "slow");
    assertThat(slow).isNotDone();
    String[] many = new String[100];
    for (int i = 0; i < many.length; i++) {
      many[i] = "new " + i;
    }
    assertThat(Done.value(record(Set.of(), many))).isInstanceOf(Recorded.class);
    assertThat(sum(DerivedName.whole(series("idle 7")))).isEqualTo(1);
  }

  @Test
  void seriesLeaveRoomForWindowsOfOtherCounters() {
    shards = shards(5_000_000);
    RecordOutcome outcome = new Recorded(new UUID(0, 0));
    int series = 0;
    while (outcome instanceof Recorded && series < 10_000) {
      String[] some = new String[100];
      for (int i = 0; i < some.length; i++) {
        some[i] = "country " + series++;
      }
      outcome = Done.value(record(WINDOWS, some));
    }
    assertThat(outcome).isEqualTo(new Refused(Refusal.QUEUE_FULL));
    assertThat(series).isBetween(3_000, 4_000);
    SketchUpdate plain =
        new SketchUpdate(
            new CounterName("sizes", "b"),
            SketchType.SUM,
            WINDOWS,
            List.of(SketchValue.ofNumber("1")),
            List.of());
    assertThat(Done.value(shards.record(plain))).isInstanceOf(Recorded.class);
    assertThat(Done.value(record(WINDOWS, "country 7"))).isInstanceOf(Recorded.class);
  }

  @Test
  void oneSeriesIsReadAsACounterIs_withItsLabels() {
    Done.value(record(Set.of(), "de", "fr"));
    Answer one =
        Done.value(
            reader.count(new Question.Count(new KnownCounter(series("de"), KNOWN.namespace()))));
    assertThat(one.wholeNumber()).isEqualTo(1);
    assertThat(one.counter()).isEqualTo(series("de"));
  }
}
