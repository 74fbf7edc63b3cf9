package io.quipu.engine.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.WriterRegistry;
import io.quipu.engine.writer.WriterRegistry.Announcement;
import io.quipu.engine.writer.WriterRegistry.Group;
import io.quipu.engine.writer.WriterRegistry.GroupMember;
import io.quipu.engine.writer.WriterRegistry.State;
import io.quipu.engine.writer.WriterRegistry.WriterRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The group changes by compare-and-set only, and an end is for good. */
public abstract class WriterRegistryContract extends StoreContract {
  private static final EventTime ORIGIN = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));

  private WriterRegistry registry;

  /** The registry to be tested, empty: the group is one for all. */
  protected abstract WriterRegistry emptyRegistry();

  @BeforeEach
  void openRegistry() {
    registry = emptyRegistry();
  }

  @Test
  void theGroupIsFoundedOnce() {
    assertThat(await(registry.group())).isEmpty();
    assertThat(await(registry.groupSerial())).isEmpty();

    isApplied(registry.found(ORIGIN));
    isRefused(registry.found(ORIGIN.plusTicks(1)));

    Group founded = new Group(0, ORIGIN, ORIGIN, List.of());
    assertThat(await(registry.group())).contains(founded);
    assertThat(await(registry.groupSerial())).contains(founded);
  }

  @Test
  void joiningMakesAMemberAndANewGeneration() {
    Group founded = found();
    UUID first = UUID.randomUUID();
    UUID second = UUID.randomUUID();

    isApplied(registry.join(first, founded, true));
    Group one = group();
    assertThat(one)
        .isEqualTo(new Group(1, ORIGIN, ORIGIN, List.of(new GroupMember(first, 1, true))));
    isApplied(registry.join(second, one, false));
    assertThat(group())
        .isEqualTo(
            new Group(
                2,
                ORIGIN,
                ORIGIN,
                List.of(new GroupMember(first, 1, true), new GroupMember(second, 2, false))));
  }

  @Test
  void ofManyThatJoinWithTheSamePair_oneBecomesAMember() {
    Group founded = found();
    List<CompletionStage<CasOutcome>> racing = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      racing.add(registry.join(UUID.randomUUID(), founded, true));
    }
    onlyApplied(racing);

    Group after = await(registry.groupSerial()).orElseThrow();
    assertThat(after.generation()).isEqualTo(1);
    assertThat(after.members()).hasSize(1);
  }

  @Test
  void aJoinAfterAnAnnouncementStartsAgain() {
    Group read = found();
    EventTime horizon = ORIGIN.plusTicks(100);

    isApplied(announce(read, horizon));

    isRefused(registry.join(UUID.randomUUID(), read, true));
    assertThat(group()).isEqualTo(new Group(0, horizon, ORIGIN, List.of()));
  }

  @Test
  void anAnnouncementAfterAJoinStartsAgain() {
    Group read = found();
    UUID joiner = UUID.randomUUID();

    isApplied(registry.join(joiner, read, true));

    isRefused(announce(read, ORIGIN.plusTicks(100)));
    assertThat(group().horizon()).isEqualTo(ORIGIN);
  }

  @Test
  void theLastAnnouncementIsFound_asItWasMade() {
    Group founded = found();
    assertThat(await(registry.announced())).isEmpty();
    UUID first = UUID.randomUUID();
    isApplied(registry.join(first, founded, false));
    isApplied(registry.join(UUID.randomUUID(), group(), true));
    List<GroupMember> live = List.of(new GroupMember(first, 1, false));
    Announcement made =
        new Announcement(
            new Group(2, ORIGIN.plusTicks(100), ORIGIN, live), ORIGIN.plusTicks(1L << 50));

    isApplied(registry.announce(group(), made));
    isRefused(announce(founded, ORIGIN.plusTicks(200)));

    assertThat(await(registry.announced())).contains(made);
    isApplied(registry.join(UUID.randomUUID(), group(), true));
    assertThat(await(registry.announced())).as("whoever joins").contains(made);
  }

  /** Whether it moves anything or not, the condition decides. */
  @Test
  void theSameHorizonCanBeAnnouncedAgain() {
    Group read = found();

    isApplied(announce(read, read.horizon()));
    assertThat(group()).isEqualTo(read);
  }

  @Test
  void withoutAGroupNobodyJoinsOrAnnounces() {
    Group imagined = new Group(0, ORIGIN, ORIGIN, List.of());

    isRefused(registry.join(UUID.randomUUID(), imagined, true));
    isRefused(announce(imagined, ORIGIN));
    assertThat(await(registry.announced())).isEmpty();

    assertThat(await(registry.groupSerial())).isEmpty();
  }

  @Test
  void ofAJoinAndAnAnnouncementAtOnce_oneIsRefused() {
    for (int round = 0; round < 10; round++) {
      Group read = round == 0 ? found() : group();
      CompletionStage<CasOutcome> join = registry.join(UUID.randomUUID(), read, true);
      CompletionStage<CasOutcome> announce = announce(read, read.horizon().plusTicks(1));
      List<CasOutcome> outcomes = List.of(await(join), await(announce));

      Group after = await(registry.groupSerial()).orElseThrow();
      boolean joined = after.generation() == read.generation() + 1;
      boolean announced = after.horizon().isAfter(read.horizon());
      assertThat(joined).isNotEqualTo(announced);
      assertThat(outcomes.get(joined ? 1 : 0)).isNotEqualTo(CasOutcome.APPLIED);
    }
  }

  @Test
  void enrollingWritesARowThatMustNotExist() {
    WriterRow row = live(UUID.randomUUID(), 0);

    isApplied(registry.enroll(row));
    isRefused(registry.enroll(row));

    assertThat(await(registry.writerSerial(row.writer()))).contains(row);
    assertThat(await(registry.writers(List.of(row.writer(), UUID.randomUUID()))))
        .isEqualTo(Map.of(row.writer(), row));
  }

  @Test
  void theRangeOfEventTimeFitsIntoARow() {
    WriterRow row =
        new WriterRow(
            UUID.randomUUID(), 0, State.LIVE, EventTime.MAX, EventTime.MIN, Duration.ofMillis(1));

    await(registry.enroll(row));

    assertThat(await(registry.writerSerial(row.writer()))).contains(row);
  }

  @Test
  void aHeartbeatCountsOnlyFromTheExpectedSequence() {
    WriterRow row = live(UUID.randomUUID(), 0);
    await(registry.enroll(row));
    EventTime low = ORIGIN.plusTicks(50);
    EventTime now = ORIGIN.plusTicks(60);

    isApplied(registry.heartbeat(row.writer(), 0, low, now));
    isRefused(registry.heartbeat(row.writer(), 0, low, now));

    assertThat(await(registry.writerSerial(row.writer())))
        .contains(new WriterRow(row.writer(), 1, State.LIVE, low, now, row.lease()));
  }

  @Test
  void whatIsRefusedChangesNothing() {
    WriterRow row = live(UUID.randomUUID(), 3);
    await(registry.enroll(row));
    UUID writer = row.writer();
    EventTime later = ORIGIN.plusTicks(99);

    isRefused(registry.enroll(live(writer, 9)));
    isRefused(registry.heartbeat(writer, 2, later, later));
    isRefused(registry.heartbeat(writer, 4, later, later));
    isRefused(registry.end(writer, 2, State.DEAD));
    isRefused(registry.forget(writer));

    assertThat(await(registry.writerSerial(writer))).contains(row);
    assertThat(await(registry.writers(List.of(writer)))).isEqualTo(Map.of(writer, row));
  }

  @Test
  void aHeartbeatWithoutARowIsRefused() {
    UUID nobody = UUID.randomUUID();

    isRefused(registry.heartbeat(nobody, 0, ORIGIN, ORIGIN));
    assertThat(await(registry.writerSerial(nobody))).isEmpty();
  }

  @Test
  void anEndIsForGood() {
    WriterRow row = live(UUID.randomUUID(), 3);
    await(registry.enroll(row));

    isRefused(registry.end(row.writer(), 2, State.DEAD));
    isApplied(registry.end(row.writer(), 3, State.DEAD));

    isRefused(registry.heartbeat(row.writer(), 3, ORIGIN, ORIGIN));
    isRefused(registry.end(row.writer(), 3, State.RETIRED));
    assertThat(await(registry.writerSerial(row.writer())).orElseThrow().state())
        .isEqualTo(State.DEAD);
  }

  @Test
  void anAnnouncementForgetsWhoIsNotInIt_whetherItMovesTheHorizonOrNot() {
    UUID first = member().writer();
    UUID second = member().writer();
    UUID third = member().writer();

    isApplied(announce(group().withMembers(members(second, third)), ORIGIN));
    assertThat(group().members()).extracting(GroupMember::writer).containsExactly(second, third);

    isApplied(announce(group().withMembers(members(third)), ORIGIN.plusTicks(5)));
    assertThat(group().members()).extracting(GroupMember::writer).containsExactly(third);
    assertThat(group().members()).extracting(GroupMember::number).containsExactly(3L);
    assertThat(group().generation()).isEqualTo(3);
    assertThat(await(registry.writerSerial(first))).as("its row").isPresent();
  }

  /** Else a leave would overwrite the join of somebody else. */
  @Test
  void nobodyIsForgotten_whenSomebodyJoinedSince() {
    UUID first = member().writer();
    Group read = group();
    UUID second = member().writer();

    isRefused(announce(read.withMembers(List.of()), ORIGIN));

    assertThat(group().members()).extracting(GroupMember::writer).containsExactly(first, second);
  }

  /** A join that read the group before brings it back; it is forgotten again. */
  @Test
  void aJoinAfterALeaveKeepsEverybodyElse() {
    UUID first = member().writer();
    UUID second = member().writer();
    Group read = group();
    isApplied(announce(read.withMembers(members(second)), ORIGIN));

    UUID third = UUID.randomUUID();
    isApplied(registry.join(third, read, true));

    assertThat(group().members())
        .extracting(GroupMember::writer)
        .containsExactly(first, second, third);
    assertThat(group().generation()).isEqualTo(3);
  }

  /** A thousand live writers are one value, as one announcement is. */
  @Test
  void aThousandMembersAreReadAsTheyWereWritten() {
    Group founded = found();
    List<GroupMember> many = new ArrayList<>();
    for (long number = 1; number <= 1_000; number++) {
      boolean settles = number % 3 != 0;
      many.add(new GroupMember(UUID.randomUUID(), number, settles));
    }

    isApplied(announce(founded.withMembers(many), ORIGIN));

    assertThat(group().members()).isEqualTo(many);
  }

  private List<GroupMember> members(UUID... writers) {
    List<UUID> kept = List.of(writers);
    return group().members().stream().filter(member -> kept.contains(member.writer())).toList();
  }

  @Test
  void theRowOfAnEndedWriterIsRemoved() {
    WriterRow row = member();
    await(registry.end(row.writer(), 0, State.RETIRED));

    isApplied(registry.forget(row.writer()));
    isRefused(registry.forget(row.writer()));

    assertThat(await(registry.writerSerial(row.writer()))).isEmpty();
  }

  @Test
  void theRowOfALiveWriterIsNotRemoved() {
    WriterRow row = member();

    isRefused(registry.forget(row.writer()));

    assertThat(await(registry.writerSerial(row.writer()))).contains(row);
  }

  private WriterRow member() {
    WriterRow row = live(UUID.randomUUID(), 0);
    await(registry.enroll(row));
    Group now = await(registry.group()).orElseGet(this::found);
    isApplied(registry.join(row.writer(), now, true));
    return row;
  }

  private Group found() {
    isApplied(registry.found(ORIGIN));
    return group();
  }

  private CompletionStage<CasOutcome> announce(Group read, EventTime horizon) {
    return registry.announce(read, new Announcement(read.withHorizon(horizon), horizon));
  }

  private Group group() {
    return await(registry.group()).orElseThrow();
  }

  private static WriterRow live(UUID writer, long seq) {
    return new WriterRow(
        writer, seq, State.LIVE, ORIGIN, ORIGIN.plusTicks(7), Duration.ofSeconds(5));
  }
}
