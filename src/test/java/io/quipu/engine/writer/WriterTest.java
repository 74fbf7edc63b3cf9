package io.quipu.engine.writer;

import static io.quipu.engine.writer.TestWriters.SETTINGS;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.time.Done;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.WriterRegistry.State;
import io.quipu.testing.sim.scripted.Fate;
import io.quipu.testing.sim.scripted.ScriptedWriterRegistry;
import io.quipu.testing.sim.scripted.ScriptedWriterRegistry.Call;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

class WriterTest {

  private final HandDrivenTime time = new HandDrivenTime();
  private final ScriptedWriterRegistry registry = new ScriptedWriterRegistry();
  private final List<WriterView> views = new ArrayList<>();
  private final List<Incarnation> incarnations = new ArrayList<>();
  private EventTime inFlight;
  private boolean defect;
  private long names;
  private final Writer writer = writer(registry);

  private Writer writer(WriterRegistry some) {
    return new Writer(
        some,
        time,
        time,
        SETTINGS,
        this::low,
        () -> new UUID(1, ++names),
        views::add,
        new WriterMeters(new SimpleMeterRegistry()));
  }

  private CompletableFuture<EventTime> low(Incarnation asked) {
    if (!incarnations.contains(asked)) {
      incarnations.add(asked);
    }
    if (defect) {
      return CompletableFuture.failedFuture(new IllegalStateException("a defect"));
    }
    return CompletableFuture.completedFuture(inFlight == null ? asked.time().now() : inFlight);
  }

  @BeforeEach
  void start() {
    writer.start();
    time.passMillis(0);
  }

  /** The store is away for longer than a lease. */
  private void lapse() {
    registry.script.down(true);
    time.pass(Duration.ofSeconds(10));
    registry.script.down(false);
    time.pass(Duration.ofSeconds(3));
  }

  private Incarnation current() {
    return incarnations.get(incarnations.size() - 1);
  }

  private WriterView view() {
    return views.get(views.size() - 1);
  }

  @Test
  void mayAcknowledge_onceItHasJoined() {
    assertThat(writer.mayAcknowledge()).isTrue();
    assertThat(registry.stored().members()).hasSize(1);
    assertThat(current().number()).isEqualTo(1);
  }

  @Test
  void announcesTheHorizonAtOnce_whenSomebodyWaits_butNotAgainAtOnce() {
    time.passMillis(120);
    EventTime asked = time.wall();
    writer.hasten();
    time.passMillis(0);
    assertThat(view().horizon()).isGreaterThanOrEqualTo(asked);
    time.passMillis(10);
    EventTime again = time.wall();
    writer.hasten();
    time.passMillis(0);
    assertThat(view().horizon()).isLessThan(again);
    time.passMillis(40);
    assertThat(view().horizon()).isGreaterThanOrEqualTo(again);
  }

  @Test
  void keepsItsLease_andTheHorizonFollows() {
    time.pass(Duration.ofMinutes(1));
    assertThat(writer.mayAcknowledge()).isTrue();
    assertThat(incarnations).hasSize(1);
    long lag = time.wall().ticks() - view().horizon().ticks();
    assertThat(lag).isLessThanOrEqualTo(2 * EventTime.TICKS_PER_SECOND);
    assertThat(view().settlers()).containsExactly(current().writer());
  }

  @Test
  void neverAnnouncesAHorizonPastAWriteInFlight() {
    inFlight = current().time().now().plusTicks(5);
    time.pass(Duration.ofSeconds(30));
    assertThat(registry.stored().horizon()).isEqualTo(inFlight);
    inFlight = null;
    time.pass(Duration.ofSeconds(2));
    assertThat(registry.stored().horizon()).isGreaterThan(current().floor().plusTicks(200_000_000));
  }

  @Test
  void stopsAcknowledging_whenTheStoreIsAwayForALease() {
    registry.script.down(true);
    time.passMillis(4_400);
    assertThat(writer.mayAcknowledge()).isTrue();
    time.passMillis(600);
    assertThat(writer.mayAcknowledge()).isFalse();
  }

  @Test
  void joinsUnderAnotherNumber_andRetiresTheOldRow_afterALapse() {
    Incarnation first = current();
    lapse();

    assertThat(writer.mayAcknowledge()).isTrue();
    assertThat(first.lease().holds()).isFalse();
    assertThat(current().writer()).isNotEqualTo(first.writer());
    assertThat(current().number()).isGreaterThan(first.number());
    assertThat(registry.row(first.writer())).isNull();
    assertThat(registry.stored().members()).hasSize(1);
  }

  @Test
  void keepsTheTimeOfTheGroup_whenItComesBackAloneWithAWrongClock() {
    time.jumpWall(Duration.ofHours(1));
    lapse();
    assertThat(current().number()).isEqualTo(2);
    Duration ahead = Duration.between(current().time().now().instant(), time.wall().instant());
    assertThat(ahead).isBetween(Duration.ofMinutes(59), Duration.ofMinutes(61));
    assertThat(view().horizon().isAfter(current().floor())).isTrue();
  }

  @Test
  void lapses_whenItWasDeclaredDead() {
    Incarnation first = current();
    long seq = registry.row(first.writer()).seq();
    assertThat(registry.ended(first.writer(), seq, State.DEAD)).isTrue();
    time.passMillis(500);
    assertThat(first.lease().holds()).isFalse();
    time.passMillis(3_000);
    assertThat(writer.mayAcknowledge()).isTrue();
    assertThat(current().number()).isEqualTo(2);
  }

  @Test
  void lapsesAndTellsItOnce_whenHeartbeatsFailByADefect() {
    Incarnation first = current();
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    Logger logger = (Logger) LoggerFactory.getLogger(DefectReport.class);
    logger.addAppender(lines);
    defect = true;
    time.pass(Duration.ofSeconds(30));
    logger.detachAppender(lines);
    assertThat(lines.list).hasSize(1);
    assertThat(first.lease().holds()).isFalse();
    defect = false;
    time.pass(Duration.ofSeconds(3));
    assertThat(writer.mayAcknowledge()).isTrue();
    assertThat(current().number()).isGreaterThan(first.number());
  }

  /** The lease holds meanwhile, so nothing else would tell it. */
  @Test
  void tellsNowAndThen_thatTheGroupCannotBeRead_andWhenItCanBeAgain() {
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    Logger logger = (Logger) LoggerFactory.getLogger(LookReport.class);
    logger.setLevel(Level.INFO);
    logger.addAppender(lines);
    for (int look = 0; look < 160; look++) {
      registry.script.next(Call.GROUP, Fate.UNAVAILABLE);
    }
    time.pass(Duration.ofSeconds(9));
    assertThat(lines.list).as("for a moment").isEmpty();
    time.pass(Duration.ofSeconds(3));
    assertThat(lines.list).hasSize(1);
    for (int second = 0; second < 200 && lines.list.size() < 3; second++) {
      time.pass(Duration.ofSeconds(1));
    }
    logger.detachAppender(lines);
    logger.setLevel(null);
    assertThat(writer.mayAcknowledge()).isTrue();
    List<String> told = lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    assertThat(told).hasSize(3);
    assertThat(told.get(0))
        .startsWith("The group of writers could not be read for 10 s")
        .contains("settles nothing");
    assertThat(told.get(1)).startsWith("The group of writers could not be read for 70 s");
    assertThat(told.get(2)).isEqualTo("The group of writers can be read again.");
  }

  @ParameterizedTest
  @EnumSource(names = {"ANSWER_LOST", "NEVER_APPLIED"})
  void goesOn_whetherAHeartbeatWithoutAnAnswerWasAppliedOrNot(Fate fate) {
    registry.script.next(Call.HEARTBEAT, fate);
    time.pass(Duration.ofSeconds(10));
    assertThat(writer.mayAcknowledge()).isTrue();
    assertThat(incarnations).hasSize(1);
  }

  @Test
  void sendsNoFurtherHeartbeat_beforeItKnowsWhatBecameOfTheLast() {
    registry.script.next(Call.HEARTBEAT, Fate.ANSWER_LOST);
    registry.script.next(Call.WRITER_SERIAL, Fate.UNAVAILABLE, Fate.UNAVAILABLE);
    long before = registry.script.calls(Call.HEARTBEAT);
    time.passMillis(1_000);
    assertThat(registry.script.calls(Call.HEARTBEAT)).isEqualTo(before + 1);
    time.passMillis(500);
    assertThat(registry.script.calls(Call.HEARTBEAT)).isEqualTo(before + 2);
    assertThat(writer.mayAcknowledge()).isTrue();
  }

  @Test
  void finishesThisNumber_whenALateHeartbeatOvertakesTheNext() {
    Incarnation first = current();
    registry.script.next(Call.HEARTBEAT, Fate.LATE);
    registry.script.next(Call.HEARTBEAT, Fate.ANSWERED);
    time.passMillis(500);
    registry.script.before(Call.HEARTBEAT, registry.script::deliverLate);
    time.passMillis(500);
    assertThat(first.lease().holds()).isFalse();
    time.passMillis(3_000);
    assertThat(writer.mayAcknowledge()).isTrue();
    assertThat(current().number()).isEqualTo(2);
  }

  @Test
  void declaresAnotherDead_onlyAfterThreeLeasesOfSilence() {
    UUID silent = new UUID(9, 9);
    registry.member(silent, registry.stored().horizon().plusTicks(5), time.wall(), SETTINGS);
    time.passMillis(15_000);
    assertThat(registry.row(silent).state()).isEqualTo(State.LIVE);
    assertThat(registry.stored().horizon()).isLessThanOrEqualTo(registry.row(silent).low());
    time.pass(Duration.ofSeconds(3));
    assertThat(registry.row(silent)).isNull();
    assertThat(view().horizon()).isGreaterThan(time.wall().plusTicks(-20_000_000));
  }

  @Test
  void declaresNobodyDead_whoBeatBetweenTheReadAndTheDeclaration() {
    UUID slow = new UUID(9, 9);
    registry.member(slow, time.wall(), time.wall(), SETTINGS);
    registry.script.before(
        Call.END, () -> assertThat(registry.beaten(slow, 0, time.wall(), time.wall())).isTrue());
    time.passMillis(17_000);
    assertThat(registry.script.calls(Call.END)).isEqualTo(1);
    assertThat(registry.row(slow).state()).isEqualTo(State.LIVE);
  }

  @Test
  void leavesTheAnnouncementToTheLowestLiveNumber() {
    UUID lower = new UUID(9, 9);
    ScriptedWriterRegistry other = new ScriptedWriterRegistry();
    other.foundedAt(time.wall());
    other.member(lower, time.wall(), time.wall(), SETTINGS);
    Writer second = writer(other);
    second.start();
    for (int beat = 0; beat < 20; beat++) {
      time.passMillis(500);
      assertThat(other.beaten(lower, beat, time.wall(), time.wall())).isTrue();
    }
    assertThat(second.mayAcknowledge()).isTrue();
    assertThat(other.script.calls(Call.ANNOUNCE)).isZero();
  }

  @Test
  void isNeitherLiveNorAMemberAfterItRetired() {
    UUID self = current().writer();
    Done.value(writer.retire());
    assertThat(writer.mayAcknowledge()).isFalse();
    assertThat(registry.row(self).state()).isEqualTo(State.RETIRED);
    long calls = registry.script.calls().size();
    time.pass(Duration.ofMinutes(1));
    assertThat(registry.script.calls()).hasSize((int) calls);
  }

  @Test
  void retires_whenTheStoreIsAway() {
    registry.script.down(true);
    Done.value(writer.retire());
    assertThat(writer.mayAcknowledge()).isFalse();
  }

  @Test
  void endsWhatItJoined_whenItWasStoppedMeanwhile() {
    ScriptedWriterRegistry fresh = new ScriptedWriterRegistry();
    Writer stopping = writer(fresh);
    fresh.script.before(Call.JOIN, () -> Done.value(stopping.retire()));
    stopping.start();
    time.passMillis(0);
    assertThat(stopping.mayAcknowledge()).isFalse();
    assertThat(fresh.row(new UUID(1, names)).state()).isEqualTo(State.RETIRED);
  }

  @Test
  void goesOnTrying_whenTheStoreThrows() {
    Done.value(writer.retire());
    ScriptedWriterRegistry fresh = new ScriptedWriterRegistry();
    fresh.script.before(
        Call.GROUP,
        () -> {
          throw new IllegalStateException("closed");
        });
    Writer trying = writer(fresh);
    trying.start();
    time.pass(Duration.ofSeconds(5));
    assertThat(trying.mayAcknowledge()).isTrue();
  }
}
