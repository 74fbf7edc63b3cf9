package io.quipu.engine.kinds.sketch;

import static io.quipu.engine.writer.TestWriters.incarnation;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.kind.RecorderSite;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.kind.answer.ReadOptions;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.kind.answer.RecordOutcome.Refused;
import io.quipu.engine.kind.answer.WindowAnswers.WindowAnswer;
import io.quipu.engine.kinds.sketch.state.Estimate;
import io.quipu.engine.kinds.sketch.state.SketchOptions;
import io.quipu.engine.kinds.sketch.state.SketchState;
import io.quipu.engine.kinds.sketch.state.SketchType;
import io.quipu.engine.kinds.sketch.state.SketchValue;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DerivedName;
import io.quipu.engine.names.TestNamespaces;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.time.Done;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import io.quipu.engine.writer.Confirmation;
import io.quipu.engine.writer.EndedWriters;
import io.quipu.engine.writer.Incarnation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Windows of sketches: recorded with their counter, merged when they are over, and read. */
class SketchWindowsTest {
  private static final CounterName COUNTER = new CounterName("sizes", "a");
  private static final DerivedName WHOLE = DerivedName.whole(COUNTER);
  private static final Duration LEASE = Duration.ofDays(9);
  private static final Set<Granularity> WINDOWS = EnumSet.of(Granularity.HOUR, Granularity.DAY);

  /** Longer than the merges of a window are spread, and until a window is closed. */
  private static final Duration SPREAD = Duration.ofSeconds(25);

  private final HandMadeSketchStore store = new HandMadeSketchStore();
  private final HandDrivenTime time = new HandDrivenTime();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final List<CounterName> changed = new ArrayList<>();
  private Incarnation incarnation = incarnation(time, 7, LEASE);
  private final SketchShards shards =
      new SketchShards(
          store,
          new RecorderSite(
              null, () -> incarnation, Confirmation.LEASED, time, time, 0, changed::add),
          new SketchSettings(100, 1_000_000, 100_000, 20, 64, Duration.ofSeconds(8)),
          new SketchMeters(meters));

  private CompletableFuture<RecordOutcome> record(long value) {
    return shards
        .record(
            new SketchUpdate(
                COUNTER,
                SketchType.SUM,
                WINDOWS,
                List.of(SketchValue.ofNumber(Long.toString(value))),
                List.of()))
        .toCompletableFuture();
  }

  private DerivedName now(Granularity granularity) {
    return new DerivedName(COUNTER, granularity.windowOf(incarnation.time().now()));
  }

  private long sum(DerivedName name) {
    SketchState all =
        MergedState.of(
                SketchType.SUM,
                store.shards.getOrDefault(name, new TreeMap<>()),
                store.tallies.getOrDefault(name, SketchTally.NONE))
            .state();
    return ((Estimate) all.result(SketchOptions.USUAL)).estimate().longValueExact();
  }

  @Test
  void anUpdateIsInTheWholeAndInEachOfItsWindows_andIsOneEvent() {
    DerivedName first = now(Granularity.HOUR);
    assertThat(Done.value(record(1))).isInstanceOf(Recorded.class);
    time.pass(Duration.ofHours(1));
    assertThat(Done.value(record(10))).isInstanceOf(Recorded.class);

    assertThat(sum(WHOLE)).isEqualTo(11);
    assertThat(sum(first)).isEqualTo(1);
    assertThat(sum(now(Granularity.HOUR))).isEqualTo(10);
    assertThat(sum(now(Granularity.DAY))).isEqualTo(11);
    assertThat(changed).containsExactly(COUNTER, COUNTER);
    assertThat(meters.get("quipu.sketch.events").counter().count()).isEqualTo(2);
    assertThat(meters.get("quipu.sketch.queued").gauge().value()).isZero();
  }

  @Test
  void whoeverFollowsTheCounterIsToldOnce_whileWindowsComeAndGo() {
    for (Set<Granularity> windows : List.of(WINDOWS, Set.<Granularity>of(), WINDOWS)) {
      Done.value(
          shards.record(
              new SketchUpdate(
                  COUNTER,
                  SketchType.SUM,
                  windows,
                  List.of(SketchValue.ofNumber("1")),
                  List.of())));
    }
    assertThat(changed).containsExactly(COUNTER, COUNTER, COUNTER);
  }

  @Test
  void isAcknowledgedWhenAllStatesHaveIt_andRefusedWhenNoneMay() {
    Done.value(record(1));
    DerivedName day = now(Granularity.DAY);
    store.patience = time;
    store.hanging = day::equals;
    var answer = record(2);
    assertThat(answer).isNotDone();
    time.pass(Duration.ofSeconds(15));
    assertThat(Done.value(answer)).isInstanceOf(OutcomeUnknown.class);
    assertThat(sum(WHOLE)).isEqualTo(3);
    assertThat(changed).hasSize(1);

    store.hanging = name -> false;
    time.pass(Duration.ofSeconds(30));
    assertThat(sum(day)).as("written although nobody waits").isEqualTo(3);
    store.unannounced = true;
    time.pass(Duration.ofDays(1));
    CompletableFuture<RecordOutcome> partly = record(4);
    time.pass(Duration.ofSeconds(15));
    assertThat(Done.value(partly)).as("the whole has it").isInstanceOf(OutcomeUnknown.class);
    incarnation = incarnation(time, 8, LEASE);
    CompletableFuture<RecordOutcome> refused = record(4);
    time.pass(Duration.ofSeconds(15));
    assertThat(Done.value(refused)).isEqualTo(new Refused(Refusal.STORE_UNAVAILABLE));
  }

  @Test
  void aWindowThatIsOverIsMerged_whileItsWriterLives() {
    DerivedName hour = now(Granularity.HOUR);
    DerivedName day = now(Granularity.DAY);
    Done.value(record(1));
    double before = meters.get("quipu.sketch.state.bytes").gauge().value();
    time.pass(Duration.ofHours(1).plus(SPREAD));

    assertThat(store.shards.get(hour)).isEmpty();
    assertThat(store.tallies.get(hour).retired()).containsExactly(7L);
    assertThat(sum(hour)).isEqualTo(1);
    assertThat(store.announced.get(7L)).containsExactlyInAnyOrder(WHOLE, day);
    assertThat(store.derived.get(hour)).isEmpty();
    assertThat(store.derived.get(day)).containsExactly(7L);
    assertThat(meters.get("quipu.sketch.state.bytes").gauge().value()).isLessThan(before);
    assertThat(store.shards.get(WHOLE)).containsOnlyKeys(7L);
    Done.value(record(10));
    assertThat(sum(hour)).isEqualTo(1);
    assertThat(sum(now(Granularity.HOUR))).isEqualTo(10);
  }

  @Test
  void isMergedOnce_whateverIsAnswered_andWhoeverElseMerges() {
    DerivedName hour = now(Granularity.HOUR);
    Done.value(record(1));
    store.told.add(CasOutcome.UNKNOWN);
    store.told.add(CasOutcome.REFUSED);
    time.pass(Duration.ofHours(1).plus(SPREAD));
    assertThat(store.tallies.get(hour).version()).isEqualTo(1);
    assertThat(sum(hour)).isEqualTo(1);

    Done.value(
        CounterMerge.ofEnded(
                store, new SketchMeters(meters), hour, EndedWriters.of(7, List.of()), 7)
            .run());
    assertThat(sum(hour)).isEqualTo(1);
  }

  @Test
  void ofAnEndedWriterOthersMergeTheWindows_andForgetWhoRetired() {
    DerivedName hour = now(Granularity.HOUR);
    Done.value(record(1));
    incarnation = incarnation(time, 9, LEASE);
    Done.value(record(10));
    time.pass(Duration.ofHours(1).plus(SPREAD));
    assertThat(store.shards.get(hour)).as("not its own").containsOnlyKeys(7L);
    assertThat(store.tallies.get(hour).retired()).containsExactly(9L);

    EndedWriters ended = EndedWriters.of(9, List.of());
    Done.value(CounterMerge.ofEnded(store, new SketchMeters(meters), hour, ended, 7).run());
    assertThat(sum(hour)).isEqualTo(11);
    assertThat(store.tallies.get(hour).retired()).isEmpty();
    assertThat(store.shards.get(hour)).isEmpty();
    assertThat(store.derived.get(hour)).isEmpty();
  }

  @Test
  void whatIsNotDurableIsWaitedFor() {
    DerivedName hour = now(Granularity.HOUR);
    Done.value(record(1));
    store.patience = time;
    store.hanging = hour::equals;
    var inDoubt = record(2);
    time.pass(Duration.ofHours(1).plus(SPREAD));
    assertThat(Done.value(inDoubt)).isInstanceOf(OutcomeUnknown.class);
    assertThat(store.tallies).doesNotContainKey(hour);
    store.hanging = name -> false;
    time.pass(Duration.ofSeconds(30));
    assertThat(store.tallies.get(hour).retired()).containsExactly(7L);
    assertThat(sum(hour)).isEqualTo(3);
  }

  @Test
  void noShardIsBegun_whenItsWindowMayBeReadAsFinal() {
    time.pass(Duration.ofHours(1).minusSeconds(1));
    DerivedName hour = now(Granularity.HOUR);
    store.holds = true;
    CompletableFuture<RecordOutcome> late = record(1);
    EventTime closed = SketchWindows.closed(hour.window().end());
    incarnation.time().pullForward(closed);
    store.release();
    assertThat(Done.value(late)).as("the whole has it").isInstanceOf(OutcomeUnknown.class);
    assertThat(store.shards).containsKey(WHOLE).doesNotContainKey(hour);
  }

  @Test
  void statesOfWindowsThatLeftMemoryAreMerged_too() {
    SketchShards small =
        new SketchShards(
            store,
            new RecorderSite(
                null, () -> incarnation, Confirmation.LEASED, time, time, 0, any -> {}),
            new SketchSettings(100, 1_000_000, 4_000, 20, 64, Duration.ofSeconds(8)),
            new SketchMeters(new SimpleMeterRegistry()));
    List<CounterName> counters = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      counters.add(new CounterName("sizes", "c" + i));
      Done.value(
          small.record(
              new SketchUpdate(
                  counters.get(i),
                  SketchType.SUM,
                  WINDOWS,
                  List.of(SketchValue.ofNumber("1")),
                  List.of())));
    }
    Window hour = Granularity.HOUR.windowOf(incarnation.time().now());
    time.pass(Duration.ofHours(1).plus(SPREAD));
    for (CounterName counter : counters) {
      DerivedName name = new DerivedName(counter, hour);
      assertThat(store.shards.get(name)).isEmpty();
      assertThat(sum(name)).isEqualTo(1);
    }
    assertThat(store.announced.get(7L)).hasSize(80);
  }

  @Test
  void aWindowIsSettled_whenItIsClosed_andAllThatAnnouncedItAreMerged() {
    Window hour = Granularity.HOUR.windowOf(incarnation.time().now());
    EventTime closed = SketchWindows.closed(hour.end());
    Done.value(record(1));
    assertThat(windows(hour, closed)).containsExactly("1 false", "0 false");
    time.pass(Duration.ofHours(1).plus(SPREAD));
    Done.value(record(10));
    assertThat(windows(hour, closed)).containsExactly("1 true", "10 false");
    assertThat(windows(hour, closed.plusTicks(-1))).containsExactly("1 false", "10 false");
    store.derived.get(new DerivedName(COUNTER, hour)).add(8L);
    assertThat(windows(hour, closed)).containsExactly("1 false", "10 false");
  }

  @Test
  void anEmptyWindowIsRead_withoutARequestOfItsOwn() {
    Window hour = Granularity.HOUR.windowOf(incarnation.time().now());
    EventTime later = SketchWindows.closed(hour.next().end());
    assertThat(windows(hour, later)).containsExactly("0 true", "0 true");
    assertThat(store.asked).containsExactly("derived");
  }

  /** The sums of two hours, and whether they are settled. */
  private List<String> windows(Window first, EventTime horizon) {
    Question.Windows query =
        new Question.Windows(
            TestNamespaces.sketch(COUNTER, "sum"),
            WindowCover.of(first, first.next()),
            true,
            ReadOptions.USUAL);
    return Done.value(new SketchReader(store).windows(query, horizon)).windows().stream()
        .map(SketchWindowsTest::text)
        .toList();
  }

  private static String text(WindowAnswer answer) {
    JsonText json = new JsonText().beginObject();
    answer.content().accept(json);
    return json.endObject().toString().replaceAll(".*\"estimate\":(\\d+).*", "$1")
        + " "
        + answer.settled();
  }
}
