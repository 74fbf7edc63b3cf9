package io.quipu.cassandra.writers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.cassandra.session.StoreSession;
import io.quipu.engine.store.contract.WriterRegistryContract;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.WriterRegistry;
import io.quipu.engine.writer.WriterRegistry.Announcement;
import io.quipu.engine.writer.WriterRegistry.Group;
import io.quipu.engine.writer.WriterRegistry.State;
import java.time.Instant;
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
    stores.emptyGroup();
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
        "UPDATE "
            + stores.keyspace
            + ".writer_group SET generation = 1 WHERE group_name = 'writers'");
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

  @Test
  void endingAsLiveIsADefect() {
    assertThatThrownBy(() -> emptyRegistry().end(UUID.randomUUID(), 0, State.LIVE))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
