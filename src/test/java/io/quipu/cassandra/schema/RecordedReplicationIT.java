package io.quipu.cassandra.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.cassandra.driver.CassandraUnusable;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.cassandra.session.TestSessions;
import io.quipu.ops.config.CassandraConfig;
import io.quipu.ops.config.SchemaChanges;
import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A start on a keyspace whose replication was altered. One node shows it with a change that asks no
 * more of it; what a start would otherwise believe of three nodes is in the cluster's tests.
 */
@Thorough
@ExtendWith(CassandraExtension.class)
class RecordedReplicationIT {
  private static final Pattern STATEMENT = Pattern.compile("\"(ALTER TABLE [^\"]*)\"");

  private CqlSession cql;
  private String keyspace;
  private CassandraConfig config;

  @BeforeEach
  void reserveKeyspace(TestCassandra cassandra) {
    cql = cassandra.session();
    keyspace = cassandra.reservedKeyspace();
    config = TestSessions.config(cassandra.contactPoint(), keyspace);
  }

  @Test
  void aStartIsRefused_untilItIsAlteredBackOrSomebodySaysThatReplicasAreWhole() {
    TestSessions.openAndClose(config);
    alter("SimpleStrategy", "replication_factor");
    alter("NetworkTopologyStrategy", TestCassandra.LOCAL_DATACENTER);
    TestSessions.openAndClose(config);
    alter("SimpleStrategy", "replication_factor");

    for (CassandraConfig each : new CassandraConfig[] {config, checking()}) {
      assertThatThrownBy(() -> TestSessions.openAndClose(each))
          .isInstanceOf(CassandraUnusable.class)
          .hasMessageContaining("is replicated as SimpleStrategy{replication_factor=1}")
          .hasMessageContaining("whole as NetworkTopologyStrategy{datacenter1=1}")
          .hasMessageContaining("nodetool repair --full " + keyspace)
          .hasMessageContaining("docs/deploy.md")
          .message()
          .doesNotContain("\n");
    }
    assertThatThrownBy(() -> CassandraSession.createSchema(config))
        .isInstanceOf(CassandraUnusable.class);

    cql.execute(statement());
    TestSessions.openAndClose(checking());
    TestSessions.openAndClose(config);
  }

  @Test
  void isRecorded_whereAVersionKeptNoRecord() {
    TestSessions.openAndClose(config);
    cql.execute("ALTER TABLE " + keyspace + ".schema_version WITH comment = ''");
    alter("SimpleStrategy", "replication_factor");

    TestSessions.openAndClose(checking());
    TestSessions.openAndClose(config);

    alter("NetworkTopologyStrategy", TestCassandra.LOCAL_DATACENTER);
    assertThat(statement()).contains("whole with NetworkTopologyStrategy{datacenter1=1}");
  }

  /** Replicas without a layout may be empty, and no command may record them as whole. */
  @Test
  void isNotRecorded_whereTheLayoutIsNotFound() {
    TestSessions.openAndClose(config);
    cql.execute("ALTER TABLE " + keyspace + ".schema_version WITH comment = ''");
    cql.execute("TRUNCATE " + keyspace + ".writer_group");

    CassandraSession.createSchema(config);

    assertThat(comment()).isEmpty();
  }

  private String comment() {
    return cql.execute(
            "SELECT comment FROM system_schema.tables WHERE keyspace_name = ? AND table_name = ?",
            keyspace,
            "schema_version")
        .one()
        .getString(0);
  }

  /** The statement that the refusal says to execute. */
  private String statement() {
    CassandraUnusable refused =
        catchThrowableOfType(CassandraUnusable.class, () -> TestSessions.openAndClose(config));
    Matcher named = STATEMENT.matcher(refused.getMessage());
    assertThat(named.find()).as(refused.getMessage()).isTrue();
    return named.group(1);
  }

  private void alter(String strategy, String replicas) {
    cql.execute(
        "ALTER KEYSPACE %s WITH replication = {'class': '%s', '%s': 1}"
            .formatted(keyspace, strategy, replicas));
  }

  private CassandraConfig checking() {
    return new CassandraConfig(
        config.contactPoints(),
        config.localDatacenter(),
        keyspace,
        config.replication(),
        config.layout(),
        config.consistency(),
        null,
        null,
        config.connectTimeout(),
        SchemaChanges.CHECK);
  }
}
