package io.quipu.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.counter.EventTime;
import io.quipu.dev.CassandraExtension;
import io.quipu.dev.TestCassandra;
import io.quipu.store.CasOutcome;
import io.quipu.writer.WriterRegistry.Group;
import io.quipu.writer.WriterRegistry.Member;
import io.quipu.writer.WriterRegistry.State;
import io.quipu.writer.WriterRegistry.WriterRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The group is one partition, so every test starts with empty tables. */
@ExtendWith(CassandraExtension.class)
class CassandraWriterRegistryIT {
  private static final EventTime ORIGIN = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));

  private static String keyspace;
  private static CassandraSession session;
  private static OwnerContext context;

  private CassandraWriterRegistry registry;

  @BeforeAll
  static void open(TestCassandra cassandra) {
    keyspace = cassandra.reservedKeyspace();
    session = CassandraSession.open(TestSessions.config(cassandra.contactPoint(), keyspace));
    context = new OwnerContext();
  }

  @AfterAll
  static void close() {
    session.close();
    context.close();
  }

  @BeforeEach
  void emptyTables(TestCassandra cassandra) {
    cassandra.session().execute("TRUNCATE " + keyspace + ".writer");
    cassandra.session().execute("TRUNCATE " + keyspace + ".writer_group");
    registry = new CassandraWriterRegistry(session, context);
  }

  @Test
  void theGroupIsFoundedOnce() {
    assertThat(context.await(registry.group())).isEmpty();
    assertThat(context.await(registry.groupSerial())).isEmpty();

    assertThat(context.await(registry.found(ORIGIN))).isEqualTo(CasOutcome.APPLIED);
    assertThat(context.await(registry.found(ORIGIN.plusTicks(1)))).isEqualTo(CasOutcome.REFUSED);

    Group founded = new Group(0, ORIGIN, ORIGIN, List.of());
    assertThat(context.await(registry.group())).contains(founded);
    assertThat(context.await(registry.groupSerial())).contains(founded);
  }

  @Test
  void joiningMakesAMemberAndANewGeneration() {
    Group founded = found();
    UUID first = UUID.randomUUID();
    UUID second = UUID.randomUUID();

    assertThat(context.await(registry.join(first, founded, true))).isEqualTo(CasOutcome.APPLIED);
    Group one = group();
    assertThat(one).isEqualTo(new Group(1, ORIGIN, ORIGIN, List.of(new Member(first, 1, true))));
    assertThat(context.await(registry.join(second, one, false))).isEqualTo(CasOutcome.APPLIED);
    assertThat(group())
        .isEqualTo(
            new Group(
                2,
                ORIGIN,
                ORIGIN,
                List.of(new Member(first, 1, true), new Member(second, 2, false))));
  }

  @Test
  void ofManyThatJoinWithTheSamePair_oneBecomesAMember() {
    Group founded = found();
    List<CompletionStage<CasOutcome>> racing = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      racing.add(registry.join(UUID.randomUUID(), founded, true));
    }
    List<CasOutcome> outcomes = new ArrayList<>();
    for (CompletionStage<CasOutcome> one : racing) {
      outcomes.add(context.await(one));
    }

    Group after = context.await(registry.groupSerial()).orElseThrow();
    assertThat(after.generation()).isEqualTo(1);
    assertThat(after.members()).hasSize(1);
    assertThat(outcomes.stream().filter(CasOutcome.APPLIED::equals).count()).isLessThanOrEqualTo(1);
    assertThat(outcomes).containsAnyOf(CasOutcome.APPLIED, CasOutcome.UNKNOWN);
  }

  @Test
  void aJoinAfterAnAnnouncementStartsAgain() {
    Group read = found();
    EventTime horizon = ORIGIN.plusTicks(100);

    assertThat(context.await(registry.announce(read, horizon))).isEqualTo(CasOutcome.APPLIED);

    assertThat(context.await(registry.join(UUID.randomUUID(), read, true)))
        .isEqualTo(CasOutcome.REFUSED);
    assertThat(group()).isEqualTo(new Group(0, horizon, ORIGIN, List.of()));
  }

  @Test
  void anAnnouncementAfterAJoinStartsAgain() {
    Group read = found();
    UUID joiner = UUID.randomUUID();

    assertThat(context.await(registry.join(joiner, read, true))).isEqualTo(CasOutcome.APPLIED);

    assertThat(context.await(registry.announce(read, ORIGIN.plusTicks(100))))
        .isEqualTo(CasOutcome.REFUSED);
    assertThat(group().horizon()).isEqualTo(ORIGIN);
  }

  @Test
  void ofAJoinAndAnAnnouncementAtOnce_oneIsRefused() {
    for (int round = 0; round < 10; round++) {
      Group read = round == 0 ? found() : group();
      CompletionStage<CasOutcome> join = registry.join(UUID.randomUUID(), read, true);
      CompletionStage<CasOutcome> announce = registry.announce(read, read.horizon().plusTicks(1));
      List<CasOutcome> outcomes = List.of(context.await(join), context.await(announce));

      Group after = context.await(registry.groupSerial()).orElseThrow();
      boolean joined = after.generation() == read.generation() + 1;
      boolean announced = after.horizon().isAfter(read.horizon());
      assertThat(joined).isNotEqualTo(announced);
      assertThat(outcomes.get(joined ? 1 : 0)).isNotEqualTo(CasOutcome.APPLIED);
    }
  }

  @Test
  void enrollingWritesARowThatMustNotExist() {
    WriterRow row = live(UUID.randomUUID(), 0);

    assertThat(context.await(registry.enroll(row))).isEqualTo(CasOutcome.APPLIED);
    assertThat(context.await(registry.enroll(row))).isEqualTo(CasOutcome.REFUSED);

    assertThat(context.await(registry.writerSerial(row.writer()))).contains(row);
    assertThat(context.await(registry.writers(List.of(row.writer(), UUID.randomUUID()))))
        .isEqualTo(Map.of(row.writer(), row));
  }

  @Test
  void theRangeOfEventTimeFitsIntoARow() {
    WriterRow row =
        new WriterRow(
            UUID.randomUUID(), 0, State.LIVE, EventTime.MAX, EventTime.MIN, Duration.ofMillis(1));

    context.await(registry.enroll(row));

    assertThat(context.await(registry.writerSerial(row.writer()))).contains(row);
  }

  @Test
  void aHeartbeatCountsOnlyFromTheExpectedSequence() {
    WriterRow row = live(UUID.randomUUID(), 0);
    context.await(registry.enroll(row));
    EventTime low = ORIGIN.plusTicks(50);
    EventTime now = ORIGIN.plusTicks(60);

    assertThat(context.await(registry.heartbeat(row.writer(), 0, low, now)))
        .isEqualTo(CasOutcome.APPLIED);
    assertThat(context.await(registry.heartbeat(row.writer(), 0, low, now)))
        .isEqualTo(CasOutcome.REFUSED);

    assertThat(context.await(registry.writerSerial(row.writer())))
        .contains(new WriterRow(row.writer(), 1, State.LIVE, low, now, row.lease()));
  }

  @Test
  void aHeartbeatWithoutARowIsRefused() {
    UUID nobody = UUID.randomUUID();

    assertThat(context.await(registry.heartbeat(nobody, 0, ORIGIN, ORIGIN)))
        .isEqualTo(CasOutcome.REFUSED);
    assertThat(context.await(registry.writerSerial(nobody))).isEmpty();
  }

  @Test
  void anEndIsForGood() {
    WriterRow row = live(UUID.randomUUID(), 3);
    context.await(registry.enroll(row));

    assertThat(context.await(registry.end(row.writer(), 2, State.DEAD)))
        .isEqualTo(CasOutcome.REFUSED);
    assertThat(context.await(registry.end(row.writer(), 3, State.DEAD)))
        .isEqualTo(CasOutcome.APPLIED);

    assertThat(context.await(registry.heartbeat(row.writer(), 3, ORIGIN, ORIGIN)))
        .isEqualTo(CasOutcome.REFUSED);
    assertThat(context.await(registry.end(row.writer(), 3, State.RETIRED)))
        .isEqualTo(CasOutcome.REFUSED);
    assertThat(context.await(registry.writerSerial(row.writer())).orElseThrow().state())
        .isEqualTo(State.DEAD);
  }

  @Test
  void endingAsLiveIsADefect() {
    assertThatThrownBy(() -> registry.end(UUID.randomUUID(), 0, State.LIVE))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anEndedWriterIsForgotten_asOftenAsOneLikes() {
    WriterRow row = member();
    context.await(registry.end(row.writer(), 0, State.RETIRED));

    for (int i = 0; i < 2; i++) {
      assertThat(context.await(registry.forget(row.writer()))).isEqualTo(CasOutcome.APPLIED);
      assertThat(group().members()).isEmpty();
      assertThat(context.await(registry.writerSerial(row.writer()))).isEmpty();
    }
    assertThat(group().generation()).isEqualTo(1);
  }

  @Test
  void aLiveWriterIsNotForgotten() {
    WriterRow row = member();

    assertThat(context.await(registry.forget(row.writer()))).isEqualTo(CasOutcome.REFUSED);

    assertThat(group().members()).hasSize(1);
    assertThat(context.await(registry.writerSerial(row.writer()))).contains(row);
  }

  private WriterRow member() {
    WriterRow row = live(UUID.randomUUID(), 0);
    context.await(registry.enroll(row));
    context.await(registry.join(row.writer(), found(), true));
    return row;
  }

  private Group found() {
    assertThat(context.await(registry.found(ORIGIN))).isEqualTo(CasOutcome.APPLIED);
    return group();
  }

  private Group group() {
    return context.await(registry.group()).orElseThrow();
  }

  private static WriterRow live(UUID writer, long seq) {
    return new WriterRow(
        writer, seq, State.LIVE, ORIGIN, ORIGIN.plusTicks(7), Duration.ofSeconds(5));
  }
}
