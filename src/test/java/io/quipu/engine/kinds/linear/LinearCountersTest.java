package io.quipu.engine.kinds.linear;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.kind.RecorderSite;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.kinds.linear.HandMadeLinearStore.Fate;
import io.quipu.engine.kinds.linear.IncrementOutcome.Conflict;
import io.quipu.engine.kinds.linear.IncrementOutcome.CountedEvent;
import io.quipu.engine.kinds.linear.IncrementOutcome.OutcomeUnknown;
import io.quipu.engine.kinds.linear.IncrementOutcome.PastBound;
import io.quipu.engine.kinds.linear.IncrementOutcome.Recorded;
import io.quipu.engine.kinds.linear.IncrementOutcome.Refused;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.TestNamespaces;
import io.quipu.engine.state.Event;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.Done;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.TimeSpan;
import io.quipu.engine.windows.Window;
import io.quipu.engine.writer.Confirmation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LinearCountersTest {
  private static final CounterName COUNTER = new CounterName("stock", "a");
  private static final CounterName OTHER = new CounterName("stock", "b");
  private static final UUID OTHERS = new UUID(1, 2);
  private static final Duration PATIENCE = Duration.ofSeconds(8);
  private static final LinearRule RULE = new LinearRule(Bounds.NONE, true, 1_000, 0);
  private static final LinearSettings SETTINGS =
      new LinearSettings(100, 1_000_000, 20, 10, 8, 3, PATIENCE);

  private final HandMadeLinearStore store = new HandMadeLinearStore();
  private final HandDrivenTime time = new HandDrivenTime();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final List<CounterName> changed = new ArrayList<>();
  private Namespace namespace = Namespace.of("stock", "linear");
  private int asks;
  private boolean rulesAway;
  private final LinearCounters counters = process();

  private LinearCounters process() {
    return new LinearCounters(
        store,
        new LinearRules(this::find, time),
        new RecorderSite(null, () -> null, Confirmation.LEASED, time, time, 0, changed::add),
        () -> 0.5,
        UUID.randomUUID(),
        SETTINGS,
        new LinearMeters(meters));
  }

  private CompletionStage<Optional<Namespace>> find(String name) {
    asks++;
    return rulesAway
        ? CompletableFuture.failedStage(new StoreUnavailable("away", null))
        : CompletableFuture.completedStage(Optional.of(namespace));
  }

  private void says(String deduplicate, Map<String, String> settings) {
    Namespace usual = Namespace.of("stock", "linear");
    namespace =
        TestNamespaces.withSettings(
            TestNamespaces.deduplicating(usual, new TimeSpan(deduplicate)), settings);
  }

  @Test
  void answersWithTheValueAfterEachIncrement() {
    assertThat(value(record(5))).isEqualTo(5);
    assertThat(value(record(-7))).isEqualTo(-2);
    assertThat(value(record(1))).isEqualTo(-1);
    assertThat(changed).containsExactly(COUNTER, COUNTER, COUNTER);
  }

  @Test
  void whatComesWhileAStepIsInFlightSharesTheNext_eachWithItsOwnValue() {
    send(1);
    store.holds = true;
    List<CompletableFuture<IncrementOutcome>> answers =
        IntStream.range(0, 11).mapToObj(i -> record(1)).toList();
    assertThat(store.steps).hasSize(2);
    store.release();

    assertThat(answers.stream().map(LinearCountersTest::value))
        .containsExactlyElementsOf(LongStream.rangeClosed(2, 12).boxed().toList());
    assertThat(store.steps).hasSize(3);
    assertThat(store.steps.get(2).next().events()).isEqualTo(12);
  }

  @Test
  void readsNothing_asLongAsAllStepsAreItsOwn() {
    for (int i = 0; i < 5; i++) {
      send(1);
    }
    assertThat(store.serialReads).isEqualTo(1);
    assertThat(store.reads + store.lookups).isZero();
  }

  @Test
  void timesOfEventsAreDifferentAndGrow_whateverTheClockSays() {
    UUID first = last(record(1)).at();
    time.jumpWall(Duration.ofHours(-2));
    UUID second = last(record(1)).at();
    time.jumpWall(Duration.ofHours(4));
    UUID third = last(record(1)).at();

    assertThat(first.timestamp()).isLessThan(second.timestamp());
    assertThat(second.timestamp()).isLessThan(third.timestamp());
  }

  @Test
  void allEventsOfAnIncrementCountOrNone() {
    Bounds bounds = new Bounds(0, 10);
    assertThat(value(record(bounds, one(4), one(6), one(-3)))).isEqualTo(7);
    assertThat(Done.value(record(bounds, one(2), one(2)))).isEqualTo(new PastBound(9, 2, bounds));
    assertThat(value(record(bounds, one(3)))).isEqualTo(10);
  }

  @Test
  void aBoundRefusesWhatWouldPassIt_andNothingElseOfTheStep() {
    send(1);
    store.holds = true;
    send(1);
    Bounds bounds = new Bounds(-5, 8);
    var six = record(bounds, one(6));
    var refused = record(bounds, one(1));
    var down = record(bounds, one(-2));
    var fits = record(bounds, one(1));
    store.release();

    assertThat(value(six)).isEqualTo(8);
    assertThat(Done.value(refused)).isEqualTo(new PastBound(8, 1, bounds));
    assertThat(value(down)).isEqualTo(6);
    assertThat(value(fits)).isEqualTo(7);
  }

  @Test
  void aSumThatLeavesTheRangeIsRefused_andTheCounterStaysAsItIs() {
    store.states.put(COUNTER, at(Long.MAX_VALUE - 1));
    assertThat(Done.value(record(2))).isEqualTo(new PastBound(Long.MAX_VALUE - 1, 2, Bounds.NONE));
    assertThat(value(record(1))).isEqualTo(Long.MAX_VALUE);
    assertThat(Done.value(record(1))).isInstanceOf(PastBound.class);

    store.states.put(OTHER, at(Long.MIN_VALUE));
    assertThat(Done.value(record(counters, OTHER, one(-1)))).isInstanceOf(PastBound.class);
  }

  @Test
  void refusesByABound_onlyAsOfAStateThatWasReadSince() {
    Bounds bounds = new Bounds(0, 10);
    send(10);
    record(process(), COUNTER, one(-4));

    assertThat(value(record(bounds, one(4)))).isEqualTo(10);
    assertThat(Done.value(record(bounds, one(1)))).isEqualTo(new PastBound(10, 1, bounds));
  }

  @Test
  void refusesByABound_onlyThoseThatCameBeforeTheRead() {
    Bounds bounds = new Bounds(0, 10);
    send(10);
    store.holds = true;
    var before = record(bounds, one(1));
    LinearFold another =
        new LinearFold(store.state(COUNTER), Map.of(), time.wall(), OTHERS, RULE, Duration.ZERO);
    another.add(new Increment(COUNTER, Bounds.NONE, List.of(one(-4))));
    store.arrive(COUNTER, another.step(OTHERS, 1));
    var after = record(bounds, one(4));
    assertThat(store.reads).isEqualTo(1);
    store.release();
    time.pass(Duration.ofSeconds(1));

    assertThat(Done.value(before)).isEqualTo(new PastBound(10, 1, bounds));
    assertThat(store.reads).isGreaterThan(1);
    assertThat(value(after)).isEqualTo(10);
  }

  @Test
  void anIdThatComesAgainGetsItsFirstAnswer() {
    CountedEvent first = last(record(Bounds.NONE, id(5, "a")));
    send(1);

    for (LinearCounters some : List.of(counters, process())) {
      assertThat(last(record(some, COUNTER, id(5, "a"))))
          .isEqualTo(new CountedEvent(5, first.at(), true));
    }
    assertThat(store.state(COUNTER).count()).isEqualTo(6);
  }

  @Test
  void anIdThatComesTwiceInAStepCountsOnce() {
    send(1);
    store.holds = true;
    send(1);
    var first = record(Bounds.NONE, id(5, "a"));
    var again = record(Bounds.NONE, id(5, "a"), id(1, "b"), id(1, "b"));
    var other = record(Bounds.NONE, id(6, "a"));
    store.release();

    assertThat(value(first)).isEqualTo(7);
    assertThat(value(again)).isEqualTo(8);
    assertThat(((Recorded) Done.value(again)).events())
        .extracting(CountedEvent::repeated)
        .containsExactly(true, false, true);
    assertConflict(other, id(6, "a"));
    assertThat(store.state(COUNTER).count()).isEqualTo(8);
  }

  private static void assertConflict(CompletionStage<IncrementOutcome> answer, Event sent) {
    Conflict conflict = (Conflict) Done.value(answer);
    assertThat(conflict.counted().delta()).isEqualTo(5);
    assertThat(conflict.refused()).isEqualTo(sent);
  }

  @Test
  void anEventMayStandForManyHappenings() {
    var answer = record(Bounds.NONE, new Event(7, 5, "a"), one(1));
    var again = record(Bounds.NONE, new Event(7, 5, "a"));

    assertThat(value(answer)).isEqualTo(8);
    assertThat(value(again)).isEqualTo(7);
    LinearState state = store.state(COUNTER);
    assertThat(state.events()).isEqualTo(6);
    UUID last = ((Recorded) Done.value(answer)).last().at();
    assertThat(EventTime.of(last)).as("each event has one tick").isEqualTo(state.last());
  }

  @Test
  void anIdWithAnotherDeltaIsAConflict_andChangesNothing() {
    send(Bounds.NONE, id(5, "a"));

    assertConflict(record(Bounds.NONE, one(1), id(6, "a")), id(6, "a"));
    assertConflict(record(Bounds.NONE, one(1), new Event(5, 2, "a")), new Event(5, 2, "a"));
    assertThat(store.state(COUNTER).count()).isEqualTo(5);
  }

  @Test
  void anIdThatWasRefusedIsNotRemembered() {
    Bounds bounds = new Bounds(0, 10);
    assertThat(Done.value(record(bounds, id(11, "a")))).isInstanceOf(PastBound.class);
    assertThat(value(record(Bounds.NONE, id(12, "a")))).isEqualTo(12);
  }

  @Test
  void looksIdsUpAfterItKnowsTheState_andAgainAfterALostRace() {
    send(1);
    record(process(), COUNTER, id(5, "a"));

    var again = record(Bounds.NONE, id(5, "a"), id(1, "b"));
    time.pass(Duration.ofSeconds(1));

    assertThat(value(again)).isEqualTo(7);
    assertThat(store.state(COUNTER).count()).isEqualTo(7);
  }

  /**
   * A serial read may show a step that was decided after its round, and has reached nobody else.
   */
  @Test
  void missesNoId_ofAStepThatItHasRead_whichNoQuorumHasYet() {
    var first = record(process(), COUNTER, id(5, "a"));
    store.lagging = true;

    var again = record(Bounds.NONE, id(5, "a"), id(1, "b"));

    assertThat(value(first)).isEqualTo(5);
    assertThat(value(again)).isEqualTo(6);
    assertThat(store.state(COUNTER).count()).isEqualTo(6);
  }

  @Test
  void looksIdsUpSerially_onlyAfterAStateThatItHasRead() {
    for (int i = 0; i < 5; i++) {
      assertThat(value(record(Bounds.NONE, id(1, "id-" + i)))).isEqualTo(i + 1);
    }
    assertThat(store.serialLookups).isEqualTo(1);
    assertThat(store.lookups).isEqualTo(4);
  }

  @Test
  void believesNoId_ofAStepThatItDoesNotKnow() {
    send(1);
    var first = record(process(), COUNTER, id(5, "a"));
    int before = store.serialReads;

    assertThat(value(record(Bounds.NONE, id(5, "a")))).isEqualTo(value(first));
    assertThat(store.serialReads).as("a quorum has it then").isEqualTo(before + 1);
    assertThat(value(record(Bounds.NONE, id(5, "a")))).isEqualTo(6);
    assertThat(store.serialReads).isEqualTo(before + 1);
  }

  @Test
  void entersTheNameBeforeTheFirstStep_andOnlyThen() {
    assertThat(record(new Bounds(0, 0), one(1))).isDone();
    assertThat(store.named).as("of what counted nothing").isEmpty();
    store.unnameable = true;
    var answer = record(1);
    time.pass(Duration.ofSeconds(1));
    assertThat(answer).isNotDone();
    assertThat(store.steps).isEmpty();
    store.unnameable = false;
    time.pass(Duration.ofSeconds(1));
    assertThat(value(answer)).isEqualTo(1);
    int named = store.named.size();
    assertThat(named).isGreaterThan(1);
    assertThat(value(record(1))).isEqualTo(2);
    assertThat(value(record(process(), COUNTER, id(1, "a")))).isEqualTo(3);
    assertThat(store.named).hasSize(named);
  }

  @Test
  void entersTheName_ofACounterThatAnEarlierVersionCounted() {
    send(1);
    LinearState now = store.state(COUNTER);
    store.states.put(
        COUNTER,
        new LinearState(
            now.version(),
            7,
            now.events(),
            0,
            now.ids(),
            null,
            now.last(),
            now.applied(),
            false,
            LinearWindows.NONE));
    store.named.clear();
    assertThat(value(record(process(), COUNTER, id(1, "a")))).isEqualTo(8);
    assertThat(store.named).containsExactly(COUNTER);
    assertThat(store.state(COUNTER).named()).isTrue();
  }

  private void windowless() {
    namespace =
        TestNamespaces.namespace(
            "stock", "linear", new TimeSpan("24h"), new TimeSpan("1d"), 1, Set.of());
  }

  private static long sum(Map<Window, Tally> windows, Granularity granularity) {
    return windows.entrySet().stream()
        .filter(one -> one.getKey().granularity() == granularity)
        .mapToLong(one -> one.getValue().count().longValueExact())
        .sum();
  }

  @Test
  void aWindowThatIsOverIsExported_beforeTheStepAfterTheNext() {
    assertThat(value(record(5))).isEqualTo(5);
    assertThat(value(record(2))).isEqualTo(7);
    assertThat(store.state(COUNTER).windows().open()).hasSize(3);
    assertThat(store.exports).isZero();
    time.pass(Duration.ofMinutes(1));
    assertThat(value(record(1))).isEqualTo(8);
    assertThat(store.exports).as("the step before may not be the last of its minute").isZero();
    assertThat(sum(store.state(COUNTER).windows().closed(), Granularity.MINUTE)).isEqualTo(7);
    store.unexportable = true;
    var answer = record(1);
    time.pass(Duration.ofSeconds(1));
    assertThat(answer).isNotDone();
    store.unexportable = false;
    time.pass(Duration.ofSeconds(1));
    assertThat(value(answer)).isEqualTo(9);
    assertThat(sum(store.exported, Granularity.MINUTE)).isEqualTo(7);
    assertThat(store.state(COUNTER).windows().closed()).isEmpty();
    int exports = store.exports;
    assertThat(value(record(1))).isEqualTo(10);
    assertThat(store.exports).isEqualTo(exports);
    assertThat(sum(store.state(COUNTER).windows().open(), Granularity.DAY)).isEqualTo(10);
  }

  @Test
  void withoutWindowsNothingIsKept_andOnceTheyAreSwitchedOffNoneBegins() {
    windowless();
    assertThat(value(record(5))).isEqualTo(5);
    assertThat(store.state(COUNTER).windows()).isEqualTo(LinearWindows.NONE);
    switched(true);
    assertThat(value(record(2))).isEqualTo(7);
    switched(false);
    assertThat(value(record(1))).isEqualTo(8);
    assertThat(sum(store.state(COUNTER).windows().open(), Granularity.HOUR))
        .as("one that is open goes on until it is over")
        .isEqualTo(3);
    time.pass(Duration.ofDays(1));
    assertThat(value(record(1))).isEqualTo(9);
    assertThat(store.state(COUNTER).windows().open()).isEmpty();
    assertThat(value(record(1))).isEqualTo(10);
    assertThat(sum(store.exported, Granularity.HOUR)).isEqualTo(3);
    assertThat(store.state(COUNTER).windows()).isEqualTo(LinearWindows.NONE);
  }

  /** By a step whose instance does not know yet that windows are kept, or any more. */
  @Test
  void aWindowThatIsNotOverIsNeverLeft_soNoneIsExportedTwice() {
    assertThat(value(record(5))).isEqualTo(5);
    for (int i = 0; i < 3; i++) {
      switched(false);
      assertThat(value(record(1))).isEqualTo(6 + 2 * i);
      switched(true);
      assertThat(value(record(1))).isEqualTo(7 + 2 * i);
    }
    assertThat(sum(store.state(COUNTER).windows().open(), Granularity.DAY)).isEqualTo(11);
    assertThat(sum(store.exported, Granularity.DAY)).isZero();
    switched(false);
    time.pass(Duration.ofDays(1));
    assertThat(value(record(1))).isEqualTo(12);
    assertThat(value(record(1))).isEqualTo(13);
    assertThat(sum(store.exported, Granularity.DAY)).isEqualTo(11);
    assertThat(sum(store.exported, Granularity.HOUR)).isEqualTo(11);
  }

  /** Switches windows, and waits until all instances know. */
  private void switched(boolean on) {
    if (on) {
      namespace = Namespace.of("stock", "linear");
    } else {
      windowless();
    }
    time.pass(Duration.ofSeconds(5));
  }

  @Test
  void countsOnce_whenOnlyTheAnswerIsLost() {
    store.fates.add(Fate.ANSWER_LOST);
    var answer = record(1);
    assertThat(answer).isNotDone();
    time.pass(Duration.ofSeconds(1));

    assertThat(value(answer)).isEqualTo(1);
    assertThat(store.steps).hasSize(1);
    assertThat(value(record(1))).isEqualTo(2);
  }

  @Test
  void sendsTheSameStepAgain_whileOneWithoutAnAnswerMayStillBeTaken() {
    store.fates.add(Fate.LOST);
    var answer = record(1);
    var next = record(1);
    time.pass(Duration.ofSeconds(1));

    assertThat(value(answer)).isEqualTo(1);
    assertThat(value(next)).isEqualTo(2);
    assertThat(store.steps.get(1)).isEqualTo(store.steps.get(0));
    assertThat(store.arrive(COUNTER, store.steps.get(0))).isNotNull();
    assertThat(store.state(COUNTER).count()).isEqualTo(2);
  }

  @Test
  void recognisesItsOwn_whenALateOneOvertakesTheSerialRead() {
    store.fates.add(Fate.LOST);
    var answer = record(1);
    store.fates.add(Fate.LOST);
    time.passMillis(2);
    store.arrive(COUNTER, store.steps.get(0));
    record(process(), COUNTER, one(10));
    time.pass(Duration.ofSeconds(1));

    assertThat(value(answer)).isEqualTo(1);
    assertThat(store.state(COUNTER).count()).isEqualTo(11);
  }

  @Test
  void countsAnew_whenAnotherHasTakenThePlaceOfAStepWithoutAnAnswer() {
    store.fates.add(Fate.LOST);
    var answer = record(1);
    record(process(), COUNTER, one(10));
    time.pass(Duration.ofSeconds(1));

    assertThat(value(answer)).isEqualTo(11);
    assertThat(store.arrive(COUNTER, store.steps.get(0))).isEqualTo(CasOutcome.REFUSED);
  }

  @Test
  void saysThatItDoesNotKnow_whenTooManyOthersCameBetween() {
    store.fates.add(Fate.LOST);
    var answer = record(1);
    for (int i = 0; i <= LinearState.WRITERS_KEPT; i++) {
      record(process(), COUNTER, one(10));
    }
    time.pass(Duration.ofSeconds(1));

    assertThat(Done.value(answer)).isEqualTo(new OutcomeUnknown());
    assertThat(value(record(1))).isEqualTo(171);
  }

  @Test
  void givesUpAfterItsPatience_andIsNotMisledByWhatArrivesLater() {
    store.fates.add(Fate.LOST);
    var answer = record(1);
    store.away = true;
    time.pass(PATIENCE.multipliedBy(2));
    assertThat(Done.value(answer)).isEqualTo(new OutcomeUnknown());

    store.away = false;
    store.holds = true;
    var next = record(5);
    store.arrive(COUNTER, store.steps.get(0));
    store.release();
    time.pass(Duration.ofSeconds(1));
    assertThat(value(next)).isEqualTo(6);
    assertThat(store.state(COUNTER).count()).isEqualTo(6);
  }

  @Test
  void refusesAfterItsPatience_whatWasNeverSent() {
    store.away = true;
    var answer = record(1);
    time.pass(PATIENCE.multipliedBy(2));

    assertThat(Done.value(answer)).isEqualTo(new Refused(Refusal.STORE_UNAVAILABLE));
    assertThat(store.steps).isEmpty();
    store.away = false;
    assertThat(value(record(1))).isEqualTo(1);
  }

  @Test
  void goesOnAfterALostRace() {
    send(1);
    record(process(), COUNTER, one(10));
    var answer = record(1);
    assertThat(answer).isNotDone();
    time.pass(Duration.ofSeconds(1));

    assertThat(value(answer)).isEqualTo(12);
  }

  @Test
  void aDefectEndsTheWaitOfAll_andTheNextOnesTryAgain() {
    store.broken = true;
    assertThat(record(1)).isCompletedExceptionally();
    store.broken = false;
    assertThat(value(record(1))).isEqualTo(1);
    store.broken = true;
    var withId = record(Bounds.NONE, id(5, "a"));
    assertThat(withId).isCompletedExceptionally();
    store.broken = false;
    assertThat(value(record(1))).isEqualTo(2);
    assertThat(counters.drain().toCompletableFuture()).as("nothing is held").isDone();
  }

  @Test
  void holdsTheBoundsOfTheNamespace_andThoseOfTheEvent() {
    says("24h", Map.of("min", "0", "max", "10"));
    assertThat(value(record(new Bounds(-5, 8), one(7)))).isEqualTo(7);
    assertThat(Done.value(record(new Bounds(-5, 8), one(2))))
        .isEqualTo(new PastBound(7, 2, new Bounds(0, 8)));
    assertThat(Done.value(record(4))).isEqualTo(new PastBound(7, 4, new Bounds(0, 10)));
    assertThat(value(record(3))).isEqualTo(10);
  }

  @Test
  void asksForTheSettingsNowAndThen_notForEveryStep() {
    for (int i = 0; i < 10; i++) {
      send(1);
    }
    assertThat(asks).isEqualTo(1);
    time.pass(Duration.ofMillis(1_500));
    rulesAway = true;
    assertThat(value(record(1))).as("what is young enough is used").isEqualTo(11);
    assertThat(asks).as("and asked for again").isEqualTo(2);
  }

  @Test
  void sendsNoStepBySettingsThatAreTooOld() {
    send(1);
    says("24h", Map.of("max", "1"));
    time.pass(Duration.ofSeconds(3));
    rulesAway = true;
    var late = record(1);
    time.pass(Duration.ofSeconds(1));
    assertThat(late).isNotDone();
    rulesAway = false;
    time.pass(Duration.ofSeconds(1));
    assertThat(Done.value(late)).isEqualTo(new PastBound(1, 1, new Bounds(Long.MIN_VALUE, 1)));

    rulesAway = true;
    time.pass(Duration.ofSeconds(3));
    var never = record(1);
    time.pass(PATIENCE.plusSeconds(1));
    assertThat(Done.value(never)).isEqualTo(new Refused(Refusal.STORE_UNAVAILABLE));
    assertThat(store.steps).hasSize(1);
  }

  /** Until it is its turn, a step waits for the requests of others. */
  @Test
  void sendsNoStepThatWaitedForItsTurnUntilItsSettingsWereTooOld() {
    send(1);
    store.holds = true;
    for (int i = 0; i < 8; i++) {
      CounterName other = new CounterName("stock", "other-" + i);
      record(counters, other, one(1));
    }
    var late = record(1);
    time.pass(Duration.ofSeconds(3));
    says("24h", Map.of("max", "1"));
    store.release();

    assertThat(Done.value(late)).isEqualTo(new PastBound(1, 1, new Bounds(Long.MIN_VALUE, 1)));
    assertThat(store.state(COUNTER).count()).isEqualTo(1);
  }

  @Test
  void sendsAStepInDoubtAgain_onlyAsLongAsTheSettingsAreTheSame() {
    send(1);
    store.fates.add(Fate.LOST);
    var inDoubt = record(1);
    says("24h", Map.of("max", "1"));
    time.pass(Duration.ofSeconds(3));
    assertThat(store.steps).as("at first they are what they were").hasSizeGreaterThan(1);
    assertThat(value(inDoubt)).isEqualTo(2);

    says("24h", Map.of());
    time.pass(Duration.ofSeconds(3));
    for (int i = 0; i < 1_000; i++) {
      store.fates.add(Fate.LOST);
    }
    var lost = record(1);
    says("24h", Map.of("max", "2"));
    time.pass(Duration.ofSeconds(3));
    int sent = store.steps.size();
    time.pass(PATIENCE);
    assertThat(store.steps).hasSize(sent);
    assertThat(Done.value(lost)).isInstanceOf(OutcomeUnknown.class);
  }

  @Test
  void asManyIdsAreRemembered_asTheNamespaceSays_andThoseOfSomeMinutes() {
    says("24h", Map.of("deduplicate", "5"));
    sendIds(0, 3);
    time.pass(IdPeriod.LEAST);
    assertThat(idsAfter(1)).as("too few").isEqualTo("0: 4");
    assertThat(idsAfter(2)).as("enough, of old").isEqualTo("1: 0");
    says("24h", Map.of("deduplicate", "7"));
    time.pass(Duration.ofSeconds(3));
    sendIds(10, 8);
    assertThat(ids()).as("enough, but none of them is old").isEqualTo("1: 8");

    says("off", Map.of());
    time.pass(IdPeriod.LEAST);
    assertThat(value(record(Bounds.NONE, id(1, "id-0")))).as("not looked at").isEqualTo(14);
    assertThat(ids()).isEqualTo("1: 8");
  }

  /** A clock that is ahead, or a process that has just begun, says nothing about time. */
  @Test
  void noPeriodOfIdsEnds_beforeItIsOld_whateverAWallClockSays() {
    says("24h", Map.of("deduplicate", "1"));
    for (int i = 0; i < 50; i++) {
      record(process(), COUNTER, id(1, "early-" + i));
      send(Bounds.NONE, id(1, "own-" + i));
      time.jumpWall(Duration.ofHours(i % 2 == 0 ? 7 : -5));
    }
    assertThat(store.state(COUNTER).version()).isGreaterThan(40);
    assertThat(store.steps.stream().filter(LinearStep::endsPeriod)).isEmpty();
  }

  /** Of a counter that no process has in memory for long, its own steps say how old it is. */
  @Test
  void aPeriodOfIdsEnds_evenIfEachStepIsThatOfAnotherProcess() {
    says("24h", Map.of("deduplicate", "1"));
    for (int i = 0; i < IdPeriod.LEAST.toSeconds(); i++) {
      time.pass(Duration.ofMinutes(1));
      record(process(), COUNTER, id(1, "id-" + i));
    }
    assertThat(store.steps.stream().filter(LinearStep::endsPeriod)).isEmpty();
    time.pass(Duration.ofMinutes(1));
    record(process(), COUNTER, id(1, "last"));
    assertThat(ids()).isEqualTo("1: 0");
  }

  private void sendIds(int from, int many) {
    IntStream.range(from, from + many).forEach(i -> send(Bounds.NONE, id(1, "id-" + i)));
  }

  /** The number of the period of ids, and of its ids, after another id. */
  private String idsAfter(int id) {
    send(Bounds.NONE, id(1, "later-" + id));
    return ids();
  }

  private String ids() {
    IdPeriod ids = store.state(COUNTER).ids();
    return ids.number() + ": " + ids.count();
  }

  @Test
  void aFullQueueRefuses_andLeavesRoomForOthers() {
    send(1);
    store.holds = true;
    send(1);
    int taken = 0;
    while (!record(1).isDone()) {
      taken++;
    }
    assertThat(taken).isBetween(40, 50);
    var other = record(counters, OTHER, one(1));
    assertThat(other).isNotDone();
    store.release();
    assertThat(value(other)).isEqualTo(1);
    assertThat(value(record(1))).isEqualTo(taken + 3);
  }

  @Test
  void aStepTakesNoMoreThanItMay_unlessASingleIncrementHasMore() {
    send(1);
    store.holds = true;
    send(1);
    IntStream.range(0, 25).forEach(i -> send(1));
    store.release();
    assertThat(store.steps.get(2).next().events()).isEqualTo(22);

    Event[] many = IntStream.range(0, 30).mapToObj(i -> id(1, "id-" + i)).toArray(Event[]::new);
    assertThat(value(record(Bounds.NONE, many))).isEqualTo(57);
  }

  @Test
  void drains_whenEverythingIsAnswered() {
    send(1);
    store.holds = true;
    send(1);
    var drained = counters.drain().toCompletableFuture();
    assertThat(drained).isNotDone();
    assertThat(Done.value(record(1))).isEqualTo(new Refused(Refusal.STOPPING));
    store.release();
    assertThat(drained).isDone();
  }

  @Test
  void keepsFewCountersThatNobodyAsksFor() {
    for (int i = 0; i < 10; i++) {
      CounterName name = new CounterName("stock", "n" + i);
      record(counters, name, one(1));
    }
    int before = store.serialReads;
    record(counters, new CounterName("stock", "n9"), one(1));
    assertThat(store.serialReads).isEqualTo(before);
    record(counters, new CounterName("stock", "n0"), one(1));
    assertThat(store.serialReads).isEqualTo(before + 1);
  }

  @Test
  void keepsNoCounterOfIncrementsThatWereRefused() {
    send(1);
    store.holds = true;
    for (int i = 0; i < 10 * SETTINGS.queuedEvents(); i++) {
      record(counters, new CounterName("stock", "n" + i), one(1));
    }
    assertThat(counters.inMemory()).isLessThanOrEqualTo(SETTINGS.queuedEvents() + 1);
    counters.drain();
    int before = counters.inMemory();
    record(counters, OTHER, one(1));
    assertThat(counters.inMemory()).isEqualTo(before);
  }

  private static LinearState at(long count) {
    return new LinearState(1, count, 1, IdPeriod.FIRST, EventTime.ofEpochSecond(0), List.of());
  }

  private void send(long delta) {
    send(Bounds.NONE, one(delta));
  }

  private void send(Bounds bounds, Event... events) {
    var unused = record(bounds, events);
  }

  private CompletableFuture<IncrementOutcome> record(long delta) {
    return record(Bounds.NONE, one(delta));
  }

  private CompletableFuture<IncrementOutcome> record(Bounds bounds, Event... events) {
    return counters.record(new Increment(COUNTER, bounds, List.of(events))).toCompletableFuture();
  }

  private static CompletionStage<IncrementOutcome> record(
      LinearCounters by, CounterName counter, Event event) {
    return by.record(new Increment(counter, Bounds.NONE, List.of(event)));
  }

  private static Event one(long delta) {
    return new Event(delta, null);
  }

  private static Event id(long delta, String id) {
    return new Event(delta, id);
  }

  private static CountedEvent last(CompletionStage<IncrementOutcome> answer) {
    assertThat(Done.value(answer)).isInstanceOf(Recorded.class);
    return ((Recorded) Done.value(answer)).last();
  }

  private static long value(CompletionStage<IncrementOutcome> answer) {
    return last(answer).count();
  }
}
