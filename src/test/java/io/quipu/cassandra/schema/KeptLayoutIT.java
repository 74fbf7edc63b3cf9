package io.quipu.cassandra.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.cassandra.CassandraStores;
import io.quipu.cassandra.driver.CassandraUnusable;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.cassandra.session.OwnerContext;
import io.quipu.cassandra.session.TestSessions;
import io.quipu.cassandra.writers.CassandraWriterRegistry;
import io.quipu.engine.names.Layout;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.WriterRegistry.Group;
import io.quipu.ops.config.CassandraConfig;
import io.quipu.ops.config.Consistency;
import io.quipu.ops.config.LayoutConfig;
import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The constants of a keyspace are chosen once, whoever comes, and never change. */
@Thorough
@ExtendWith(CassandraExtension.class)
class KeptLayoutIT {
  private TestCassandra cassandra;
  private String keyspace;

  @BeforeEach
  void reserveKeyspace(TestCassandra cassandra) {
    this.cassandra = cassandra;
    this.keyspace = cassandra.reservedKeyspace();
  }

  @Test
  void theFirstChooses_andAllOthersKeepIt() {
    Layout first = layout(new LayoutConfig(16, 8, Duration.ofSeconds(7)));

    assertThat(first.pages()).isEqualTo(16);
    assertThat(first.parts()).isEqualTo(8);
    assertThat(first.collectionWait()).isEqualTo(Duration.ofSeconds(7));
    assertThat(layout(LayoutConfig.NONE)).isEqualTo(first);
    assertThat(layout(new LayoutConfig(32, 2, Duration.ofSeconds(60)))).isEqualTo(first);
  }

  @Test
  void thoseWhoComeAtOnceAgree() {
    List<CompletableFuture<Layout>> starts = new ArrayList<>();
    for (int pages : List.of(8, 16, 32, 64)) {
      LayoutConfig said = new LayoutConfig(pages, 0, Duration.ZERO);
      starts.add(CompletableFuture.supplyAsync(() -> layout(said)));
    }

    assertThat(starts.stream().map(CompletableFuture::join).distinct()).hasSize(1);
  }

  /** The layout is kept beside the group, which must still be founded. */
  @Test
  void aKeyspaceWithALayoutHasNoGroupYet_andAGroupKeepsTheLayout() {
    Layout before = layout(LayoutConfig.NONE);
    try (OwnerContext context = new OwnerContext()) {
      CassandraSession session =
          CassandraStores.open(context.vertx(), config(LayoutConfig.NONE), List.of(), null);
      CassandraWriterRegistry group = new CassandraWriterRegistry(session, context.context());
      assertThat(context.await(group.group())).isEmpty();
      assertThat(context.await(group.groupSerial())).isEmpty();

      context.await(group.found(EventTime.ofEpochSecond(1_800_000_000)));

      assertThat(context.await(group.group()).map(Group::generation)).isEqualTo(Optional.of(0L));
    }
    assertThat(layout(LayoutConfig.NONE)).isEqualTo(before);
  }

  /** Another would hide all that was counted: a quorum may miss it that was not repaired. */
  @Test
  void noneIsChosen_whereThereWasOne_unlessTheFirstStartHadNotEnded() {
    layout(LayoutConfig.NONE);
    cassandra
        .session()
        .execute("DELETE FROM " + keyspace + ".writer_group WHERE group_name = 'writers'");

    assertThatThrownBy(() -> layout(LayoutConfig.NONE))
        .isInstanceOf(CassandraUnusable.class)
        .hasMessageContaining("its layout (table writer_group) is not found")
        .hasMessageContaining("nodetool repair --full " + keyspace)
        .message()
        .doesNotContain("\n");
    assertThat(cassandra.session().execute("SELECT * FROM " + keyspace + ".writer_group"))
        .isEmpty();

    // as if the first start had ended between the lock and the versions
    cassandra.session().execute("DROP TABLE " + keyspace + ".schema_version");
    layout(LayoutConfig.NONE);
  }

  @Test
  void aFirstStartMayBeRepeated_whateverItHadDone() {
    CassandraSession.createSchema(config(LayoutConfig.NONE));
    CqlSession cql = cassandra.session();
    cql.execute(
        "DELETE FROM " + keyspace + ".schema_version WHERE name = '005-writer.cql' IF EXISTS");
    assertThat(cql.execute("SELECT * FROM " + keyspace + ".writer_group")).isEmpty();

    CassandraSession.createSchema(config(LayoutConfig.NONE));
    Layout chosen = layout(new LayoutConfig(16, 8, Duration.ofSeconds(7)));

    assertThat(chosen.parts()).isEqualTo(8);
    assertThat(cql.execute("SELECT * FROM " + keyspace + ".schema_lock"))
        .as("permits that are left")
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0, 16, 4",
    "0, 0, 1, 16, 4",
    "0, 0, 3, 64, 16",
    "0, 0, 4, 64, 16",
    "0, 0, 1000, 4096, 4096",
    "4096, 0, 1, 4096, 4",
    "2, 0, 1, 2, 2",
    "0, 1, 3, 64, 1",
    "0, 128, 1, 128, 128",
  })
  void whatIsSaidHolds_andTheRestFollowsFromTheNodes(
      int saidPages, int saidParts, int nodes, int pages, int parts) {
    Layout layout = chosen(new LayoutConfig(saidPages, saidParts, Duration.ZERO), nodes);

    assertThat(layout.pages()).isEqualTo(pages);
    assertThat(layout.parts()).isEqualTo(parts);
  }

  @Test
  void waitIsTheUsual_andSeedsDiffer() {
    assertThat(chosen(LayoutConfig.NONE, 1).collectionWait()).isEqualTo(Layout.USUAL_WAIT);
    assertThat(chosen(LayoutConfig.NONE, 1).seed())
        .isNotEqualTo(chosen(LayoutConfig.NONE, 1).seed());
  }

  private static Layout chosen(LayoutConfig said, int nodes) {
    return KeptLayout.chosen(said, nodes, new SecureRandom());
  }

  private Layout layout(LayoutConfig said) {
    try (OwnerContext context = new OwnerContext()) {
      return CassandraStores.open(context.vertx(), config(said), List.of(), null).layout();
    }
  }

  private CassandraConfig config(LayoutConfig said) {
    return TestSessions.config(
        cassandra.contactPoint(),
        keyspace,
        Map.of(TestCassandra.LOCAL_DATACENTER, 1),
        said,
        Consistency.QUORUM);
  }
}
