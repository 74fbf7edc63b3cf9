package io.quipu.engine.writer;

import static io.quipu.engine.writer.TestWriters.SETTINGS;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Done;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.WriterRegistry.State;
import io.quipu.testing.sim.scripted.Fate;
import io.quipu.testing.sim.scripted.ScriptedWriterRegistry;
import io.quipu.testing.sim.scripted.ScriptedWriterRegistry.Call;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JoiningTest {
  private static final UUID OTHER = new UUID(9, 9);
  private static final Duration HOUR = Duration.ofHours(1);

  private final HandDrivenTime time = new HandDrivenTime();
  private final ScriptedWriterRegistry registry = new ScriptedWriterRegistry();
  private long names;

  private CompletionStage<Incarnation> join(Clock clock) {
    return new Joining(registry, clock, time, SETTINGS, () -> new UUID(1, ++names)).join();
  }

  /** Joins while {@link #OTHER} goes on beating with the given group time. */
  private Incarnation joinBeside(Clock clock, EventTime othersTime) {
    registry.foundedAt(EventTime.MIN.plusTicks(1));
    registry.member(OTHER, othersTime, othersTime, SETTINGS);
    CompletionStage<Incarnation> joining = join(clock);
    time.passMillis(1_000);
    assertThat(registry.beaten(OTHER, 0, othersTime, othersTime)).isTrue();
    time.passMillis(250);
    return Done.value(joining);
  }

  @Test
  void foundsTheGroupAtItsWallClock() {
    Incarnation joined = Done.value(join(time));
    assertThat(registry.stored().origin()).isEqualTo(time.wall());
    assertThat(joined.number()).isEqualTo(1);
    assertThat(joined.floor()).isEqualTo(time.wall().plusTicks(1));
    assertThat(registry.row(joined.writer()).low()).isEqualTo(joined.floor());
  }

  @Test
  void joinsTheGroupOfWhoeverFoundedItFirst() {
    registry.script.before(Call.FOUND, () -> registry.foundedAt(EventTime.MIN.plusTicks(7)));
    Done.value(join(time));
    assertThat(registry.stored().origin()).isEqualTo(EventTime.MIN.plusTicks(7));
  }

  @Test
  void joinsAboveTheHorizon_whenItsClockIsBehind() {
    registry.foundedAt(time.wall());
    Incarnation joined = Done.value(join(time.withWallOff(HOUR.negated())));
    assertThat(joined.floor()).isGreaterThan(registry.stored().horizon());
    assertThat(joined.time().now()).isGreaterThanOrEqualTo(joined.floor());
  }

  @Test
  void startsAgain_whenAnotherJoinsWithTheSamePair() {
    registry.foundedAt(time.wall());
    registry.script.before(
        Call.JOIN, () -> registry.member(OTHER, time.wall(), time.wall(), SETTINGS));
    Incarnation joined = Done.value(join(time));
    assertThat(joined.number()).isEqualTo(2);
    assertThat(registry.script.calls(Call.JOIN)).isEqualTo(2);
    assertThat(registry.row(new UUID(1, 1))).as("the abandoned row").isNull();
  }

  @Test
  void startsAgainAboveTheNewHorizon_whenItWasAnnouncedMeanwhile() {
    registry.foundedAt(time.wall());
    EventTime announced = time.wall().plusTicks(1_000_000_000);
    registry.script.before(Call.JOIN, () -> registry.announced(announced));
    Incarnation joined = Done.value(join(time));
    assertThat(joined.floor()).isGreaterThan(announced);
    assertThat(registry.row(joined.writer()).low()).isGreaterThan(announced);
  }

  @Test
  void knowsThatItJoined_whenOnlyTheAnswerWasLost() {
    registry.foundedAt(time.wall());
    registry.script.next(Call.JOIN, Fate.ANSWER_LOST);
    Incarnation joined = Done.value(join(time));
    assertThat(registry.script.calls(Call.JOIN)).isEqualTo(1);
    assertThat(joined.writer()).isEqualTo(registry.stored().members().get(0).writer());
    assertThat(joined.number()).isEqualTo(registry.stored().members().get(0).number());
  }

  @ParameterizedTest
  @CsvSource({"JOIN, NEVER_APPLIED", "ENROLL, LATE"})
  void startsAgainUnderAnotherName_whenItIsNotKnownThatItJoinedAndHasARow(Call call, Fate fate) {
    registry.foundedAt(time.wall());
    registry.script.next(call, fate);
    Incarnation joined = Done.value(join(time));
    registry.script.deliverLate();
    assertThat(joined.writer()).isEqualTo(new UUID(1, 2));
    assertThat(registry.stored().members()).hasSize(1);
  }

  @Test
  void leavesNoLiveMember_whenAnAbandonedJoinArrivesLate() {
    registry.foundedAt(time.wall());
    registry.script.next(Call.JOIN, Fate.LATE);
    registry.script.before(Call.ENROLL, () -> {});
    registry.script.before(Call.ENROLL, registry.script::deliverLate);
    Incarnation joined = Done.value(join(time));
    assertThat(registry.stored().members()).hasSize(2);
    assertThat(registry.row(new UUID(1, 1))).isNull();
    assertThat(joined.number()).isEqualTo(2);
  }

  @Test
  void givesUp_whenTheGroupChangesFasterThanItCanJoin() {
    registry.foundedAt(time.wall());
    for (int i = 1; i <= 20; i++) {
      EventTime announced = time.wall().plusTicks(i);
      registry.script.before(Call.JOIN, () -> registry.announced(announced));
    }
    assertThat(Done.failure(join(time))).isInstanceOf(StoreUnavailable.class);
    assertThat(registry.stored().members()).isEmpty();
    assertThat(registry.script.calls(Call.JOIN)).isEqualTo(20);
  }

  @Test
  void fails_whenTheGroupCannotBeRead() {
    registry.script.down(true);
    assertThat(Done.failure(join(time))).isInstanceOf(StoreUnavailable.class);
  }

  @Test
  void leasesFromBeforeItJoined() {
    registry.foundedAt(time.wall());
    registry.script.before(Call.JOIN, () -> time.passMillis(4_000));
    Incarnation joined = Done.value(join(time));
    time.passMillis(999);
    assertThat(joined.lease().holds()).isTrue();
    time.passMillis(1);
    assertThat(joined.lease().holds()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, -1})
  void adoptsTheTimeOfTheLiving_whenItsClockIsAnHourFastOrSlow(int hours) {
    EventTime theirs = time.wall();
    Incarnation joined = joinBeside(time.withWallOff(Duration.ofHours(hours)), theirs);
    assertThat(joined.time().now())
        .isGreaterThanOrEqualTo(theirs)
        .isLessThan(theirs.plusTicks(50_000_000));
  }

  @Test
  void keepsItsWallClock_whenThatIsALittleAheadOfTheLiving() {
    EventTime theirs = time.wall();
    Incarnation joined = joinBeside(time, theirs);
    assertThat(joined.time().now()).isEqualTo(time.wall());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void adoptsNothingFromTheDead_norFromThoseWhoDoNotBeat(boolean dead) {
    EventTime theirs = EventTime.of(time.wall().instant().plus(HOUR));
    registry.foundedAt(EventTime.MIN.plusTicks(1));
    registry.member(OTHER, theirs, theirs, SETTINGS);
    if (dead) {
      assertThat(registry.ended(OTHER, 0, State.DEAD)).isTrue();
    }
    CompletionStage<Incarnation> joining = join(time);
    assertThat(joining.toCompletableFuture().isDone()).as("waits for nobody").isEqualTo(dead);
    time.passMillis(dead ? 0 : 1_250);
    assertThat(Done.value(joining).time().now()).isEqualTo(time.wall());
  }
}
