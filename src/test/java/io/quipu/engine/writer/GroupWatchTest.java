package io.quipu.engine.writer;

import static io.quipu.engine.writer.TestWriters.SETTINGS;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.Done;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.WriterRegistry.State;
import io.quipu.engine.writer.WriterRegistry.WriterRow;
import io.quipu.testing.sim.scripted.Fate;
import io.quipu.testing.sim.scripted.ScriptedWriterRegistry;
import io.quipu.testing.sim.scripted.ScriptedWriterRegistry.Call;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GroupWatchTest {
  private static final UUID SELF = new UUID(1, 1);
  private static final UUID OTHER = new UUID(9, 9);

  private final HandDrivenTime time = new HandDrivenTime();
  private final EventTime start = time.wall();
  private final ScriptedWriterRegistry registry = new ScriptedWriterRegistry();
  private final List<WriterView> views = new ArrayList<>();
  private Incarnation self;
  private GroupWatch watch;

  @BeforeEach
  void join() {
    registry.foundedAt(start);
    registry.member(SELF, at(100), at(100), SETTINGS);
    Lease lease = new Lease(time, SETTINGS.lease(), Lease.sample(time));
    self = new Incarnation(SELF, 1, at(1), lease, new GroupTime(time, at(100)));
    watch =
        new GroupWatch(
            registry,
            self,
            new FailureDetector(time),
            views::add,
            new WriterMeters(new SimpleMeterRegistry()),
            SETTINGS.watchers());
  }

  private EventTime at(long ticks) {
    return start.plusTicks(ticks);
  }

  private void joinOther() {
    registry.member(OTHER, at(40), at(100), SETTINGS);
  }

  private void look() {
    Done.value(watch.look());
  }

  @Test
  void announcesTheLowestOfAllLows() {
    joinOther();
    look();
    assertThat(registry.stored().horizon()).isEqualTo(at(40));
    assertThat(view().horizon()).isEqualTo(at(40));
  }

  @Test
  void waitsForNobodyWhoHasEnded() {
    joinOther();
    assertThat(registry.ended(OTHER, 0, State.RETIRED)).isTrue();
    look();
    assertThat(registry.stored().horizon()).isEqualTo(at(100));
    assertThat(registry.stored().members()).hasSize(1);
    assertThat(registry.row(OTHER)).isNull();
  }

  @Test
  void saysWhoHasEnded_alsoWhenTheyAreForgotten() {
    joinOther();
    look();
    assertThat(ended(1, 2)).containsExactly(false, false);
    assertThat(registry.ended(OTHER, 0, State.RETIRED)).isTrue();
    look();
    assertThat(ended(1, 2, 3)).containsExactly(false, true, false);
    look();
    assertThat(registry.stored().members()).hasSize(1);
    assertThat(ended(1, 2, 3)).containsExactly(false, true, false);
  }

  private WriterView view() {
    return views.get(views.size() - 1);
  }

  private List<Boolean> ended(long... numbers) {
    EndedWriters ended = view().ended();
    return Arrays.stream(numbers).mapToObj(ended::contains).toList();
  }

  @Test
  void announcesNothing_whenAMemberJoinedUnseen() {
    registry.script.before(Call.ANNOUNCE, this::joinOther);
    look();
    assertThat(registry.stored().horizon()).isEqualTo(start);
    assertThat(view().horizon()).isEqualTo(start);
    look();
    assertThat(registry.stored().horizon()).isEqualTo(at(40));
  }

  @Test
  void announcesNothing_andSaysOfNobodyThatHeHasEnded_whenAMemberJoinedBetweenTheTwoReads() {
    registry.script.before(Call.WRITERS, this::joinOther);
    look();
    assertThat(ended(1, 2)).containsExactly(false, false);
    assertThat(registry.stored().horizon()).isEqualTo(start);
  }

  @Test
  void neverMovesTheHorizonBack() {
    registry.announced(at(200));
    look();
    assertThat(registry.script.calls(Call.ANNOUNCE)).isZero();
    assertThat(registry.stored().horizon()).isEqualTo(at(200));
  }

  @Test
  void saysNothingOfAHorizon_whoseAnnouncementIsUnknown() {
    registry.script.next(Call.ANNOUNCE, Fate.ANSWER_LOST);
    look();
    assertThat(views).hasSize(1);
    assertThat(views.get(0).horizon()).isEqualTo(start);
    look();
    assertThat(views.get(1).horizon()).isEqualTo(at(100));
  }

  @Test
  void pullsItsTimeForward_toMembersThatAreAhead() {
    registry.member(OTHER, at(40), at(500_000), SETTINGS);
    look();
    assertThat(self.time().now()).isEqualTo(at(500_000));
  }

  @Test
  void leavesItsTimeAlone_whenOnlyTheEndedWereAhead() {
    registry.member(OTHER, at(40), at(500_000), SETTINGS);
    assertThat(registry.ended(OTHER, 0, State.DEAD)).isTrue();
    look();
    assertThat(self.time().now()).isEqualTo(at(100));
  }

  @Test
  void pullsItsTimeForward_toTheHorizon() {
    registry.announced(at(700));
    look();
    assertThat(self.time().now()).isEqualTo(at(700));
  }

  @Test
  void failsAndObservesNobody_whenARowCannotBeRead() {
    joinOther();
    registry.script.next(Call.WRITERS, Fate.UNAVAILABLE);
    assertThat(Done.failure(watch.look())).isInstanceOf(StoreUnavailable.class);
    time.pass(SETTINGS.lease().multipliedBy(3));
    look();
    assertThat(registry.row(OTHER).state()).as("first seen only now").isEqualTo(State.LIVE);
    time.pass(SETTINGS.lease().multipliedBy(3));
    look();
    assertThat(registry.row(OTHER).state()).isEqualTo(State.DEAD);
  }

  @Test
  void declaresTheSilentDead_whoeverAnnounces() {
    UUID lower = new UUID(0, 0);
    registry.left(SELF);
    registry.member(lower, at(10), at(10), SETTINGS);
    registry.member(SELF, at(100), at(100), SETTINGS);
    look();
    time.pass(SETTINGS.lease().multipliedBy(3));
    look();
    assertThat(registry.row(lower).state()).isEqualTo(State.DEAD);
    assertThat(registry.script.calls(Call.ANNOUNCE)).isZero();
    look();
    assertThat(registry.stored().horizon()).isEqualTo(at(100));
  }

  @Test
  void neverDeclaresItselfDead() {
    look();
    time.pass(SETTINGS.lease().multipliedBy(3));
    look();
    assertThat(registry.row(SELF).state()).isEqualTo(State.LIVE);
  }

  @Test
  void namesTheLiveMembersThatSettle() {
    joinOther();
    registry.member(
        new UUID(5, 5),
        at(40),
        at(100),
        new WriterSettings(SETTINGS.lease(), SETTINGS.heartbeat(), false));
    UUID ended = new UUID(6, 6);
    WriterRow row = registry.member(ended, at(40), at(100), SETTINGS);
    assertThat(registry.ended(ended, row.seq(), State.RETIRED)).isTrue();
    look();
    assertThat(views.get(0).settlers()).containsExactly(SELF, OTHER);
    assertThat(views.get(0).self()).isEqualTo(SELF);
    assertThat(views.get(0).origin()).isEqualTo(start);
  }

  @Test
  void removesAMemberWithoutARow_thatAnAbandonedJoinLeftBehind() {
    joinOther();
    registry.loseRow(OTHER);
    look();
    look();
    assertThat(registry.stored().members()).hasSize(1);
    assertThat(registry.stored().horizon()).isEqualTo(at(100));
  }

  /** Else it would be forgotten only when the horizon moves, which a member may hold back. */
  @Test
  void forgetsWhoHasEnded_thoughTheHorizonCannotMove() {
    joinOther();
    registry.member(new UUID(7, 7), at(40), at(100), SETTINGS);
    registry.announced(at(40));
    assertThat(registry.ended(OTHER, 0, State.DEAD)).isTrue();
    look();
    assertThat(registry.stored().horizon()).isEqualTo(at(40));
    assertThat(registry.stored().members()).hasSize(2);
    assertThat(registry.row(OTHER)).isNull();
  }

  @Test
  void keepsTheRowsOfTheEnded_untilTheyAreForgottenForCertain() {
    joinOther();
    assertThat(registry.ended(OTHER, 0, State.DEAD)).isTrue();
    registry.script.next(Call.ANNOUNCE, Fate.NEVER_APPLIED);
    look();
    assertThat(registry.stored().members()).hasSize(2);
    assertThat(registry.row(OTHER)).isNotNull();
    look();
    assertThat(registry.stored().members()).hasSize(1);
    assertThat(registry.row(OTHER)).isNull();
  }

  /** Three watchers that joined before this one. */
  private List<UUID> joinAfterWatchers() {
    registry.left(SELF);
    List<UUID> watchers = List.of(new UUID(2, 2), new UUID(3, 3), new UUID(4, 4));
    watchers.forEach(writer -> registry.member(writer, at(40), at(500_000), SETTINGS));
    registry.member(SELF, at(100), at(100), SETTINGS);
    return watchers;
  }

  @Test
  void leavesAllMembersToTheWatchers_andBelievesWhatTheyAnnounced() {
    List<UUID> watchers = joinAfterWatchers();
    registry.member(OTHER, at(40), at(100), SETTINGS);
    registry.announced(at(30), registry.stored().members().subList(0, 4));
    look();
    assertThat(registry.script.calls(Call.GROUP)).isZero();
    assertThat(view().horizon()).isEqualTo(at(30));
    assertThat(view().origin()).isEqualTo(start);
    assertThat(view().settlers()).startsWith(watchers.get(0)).contains(SELF).doesNotContain(OTHER);
    assertThat(ended(1, 2, 5, 6, 7))
        .as("the first SELF, and OTHER")
        .containsExactly(true, false, false, true, false);
    assertThat(self.time().now()).as("the time of the watchers").isEqualTo(at(500_000));
    assertThat(registry.script.calls(Call.ANNOUNCE)).isZero();
  }

  @Test
  void declaresSilentWatchersDead_andLooksAtAllWhenNoneLives() {
    List<UUID> watchers = joinAfterWatchers();
    registry.announced(at(30));
    look();
    time.pass(SETTINGS.lease().multipliedBy(3));
    look();
    assertThat(watchers).allMatch(writer -> registry.row(writer).state() == State.DEAD);
    assertThat(registry.script.calls(Call.GROUP)).isZero();
    look();
    assertThat(registry.stored().horizon()).isEqualTo(at(100));
    assertThat(view().settlers()).containsExactly(SELF);
  }

  @Test
  void staysAWatcher_andAsksForNoAnnouncement() {
    look();
    assertThat(registry.script.calls(Call.ANNOUNCED)).isEqualTo(1);
    joinOther();
    look();
    assertThat(registry.script.calls(Call.ANNOUNCED)).isEqualTo(1);
    assertThat(view().settlers()).containsExactly(SELF, OTHER);
  }
}
