package io.quipu.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.model.EventTime;
import io.quipu.engine.store.contract.WriterRegistryContract;
import io.quipu.engine.writer.WriterRegistry;
import io.quipu.engine.writer.WriterRegistry.Announcement;
import io.quipu.engine.writer.WriterRegistry.Group;
import io.quipu.engine.writer.WriterRegistry.GroupMember;
import io.quipu.engine.writer.WriterRegistry.State;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The group is one partition, so every test starts with empty tables. */
@ExtendWith(StoreSession.Extension.class)
class CassandraWriterRegistryIT extends WriterRegistryContract {
  private final StoreSession stores;

  CassandraWriterRegistryIT(StoreSession stores) {
    this.stores = stores;
  }

  @Override
  protected WriterRegistry emptyRegistry() {
    stores.cql.execute("TRUNCATE " + stores.keyspace + ".writer");
    stores.cql.execute("TRUNCATE " + stores.keyspace + ".writer_group");
    return new CassandraWriterRegistry(stores.session, stores.context.context());
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return stores.await(stage);
  }

  /**
   * As of replicas of which one is asked before the group was founded, the other has a join only.
   */
  @Test
  void nothingIsKnownOfAGroup_whoseFoundingIsMissing() {
    WriterRegistry registry = emptyRegistry();
    stores.cql.execute(
        "UPDATE " + stores.keyspace + ".writer_group SET joined = 1 WHERE group_name = 'writers'");
    assertThat(await(registry.group())).isEmpty();
  }

  /** An instance of such a version leaves the announcement as it is. */
  @Test
  void anAnnouncementIsNoMore_onceAVersionWithoutThemHasMovedTheHorizon() {
    WriterRegistry registry = emptyRegistry();
    EventTime origin = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));
    isApplied(registry.found(origin));
    Group founded = await(registry.group()).orElseThrow();
    isApplied(registry.announce(founded, new Announcement(founded, origin)));
    assertThat(await(registry.announced())).isPresent();

    stores.cql.execute(
        "UPDATE " + stores.keyspace + ".writer_group SET horizon = ? WHERE group_name = 'writers'",
        origin.plusTicks(1).boundary());

    assertThat(await(registry.announced())).isEmpty();
  }

  /** A group of a version of before, with one row for each member. */
  private EventTime earlierGroup(UUID first, UUID second) {
    EventTime origin = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));
    stores.cql.execute(
        "UPDATE "
            + stores.keyspace
            + ".writer_group SET generation = 7, horizon = ?, origin = ?"
            + " WHERE group_name = 'writers'",
        origin.plusTicks(70).boundary(),
        origin.boundary());
    String member =
        "INSERT INTO "
            + stores.keyspace
            + ".writer_group (group_name, writer, number, settles) VALUES ('writers', ?, ?, true)";
    stores.cql.execute(member, first, 7L);
    stores.cql.execute(member, second, 3L);
    return origin;
  }

  /** Its writers go on, and no number is given twice. */
  @Test
  void theGroupOfAVersionOfBeforeIsTakenOver_withItsMembers() {
    WriterRegistry registry = emptyRegistry();
    UUID seventh = UUID.randomUUID();
    UUID third = UUID.randomUUID();
    EventTime origin = earlierGroup(seventh, third);
    assertThat(await(registry.group())).isEmpty();

    isApplied(registry.found(origin.plusTicks(1_000)));
    isRefused(registry.found(origin.plusTicks(2_000)));

    Group taken = await(registry.group()).orElseThrow();
    assertThat(taken)
        .isEqualTo(
            new Group(
                7,
                origin.plusTicks(70),
                origin,
                List.of(
                    new GroupMember(third, 3, false, false),
                    new GroupMember(seventh, 7, false, false))));
    UUID joiner = UUID.randomUUID();
    isApplied(registry.join(joiner, taken, true));
    assertThat(await(registry.group()).orElseThrow().members())
        .endsWith(new GroupMember(joiner, 8, true))
        .hasSize(3);
  }

  /** Else it would found a group of its own, or join one that nobody reads. */
  @Test
  void aVersionOfBeforeNeitherFoundsNorJoinsNorAnnounces_onceTheGroupIsTakenOver() {
    WriterRegistry registry = emptyRegistry();
    EventTime origin = earlierGroup(UUID.randomUUID(), UUID.randomUUID());
    isApplied(registry.found(origin));
    String update = "UPDATE " + stores.keyspace + ".writer_group SET ";
    String where = " WHERE group_name = 'writers' IF ";

    List.of(
            update + "generation = 0" + where + "generation = null",
            update + "generation = 8" + where + "generation = 7")
        .forEach(
            statement ->
                assertThat(stores.cql.execute(statement).wasApplied()).as(statement).isFalse());
  }

  @Test
  void endingAsLiveIsADefect() {
    assertThatThrownBy(() -> emptyRegistry().end(UUID.randomUUID(), 0, State.LIVE))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
