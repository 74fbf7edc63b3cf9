package io.quipu.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import io.quipu.ops.config.CassandraConfig;
import io.quipu.ops.config.Consistency;
import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.TestCassandra;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CassandraExtension.class)
class SchemaIT {
  private TestCassandra cassandra;
  private CqlSession cql;
  private String keyspace;

  @BeforeEach
  void reserveKeyspace(TestCassandra cassandra) {
    this.cassandra = cassandra;
    this.cql = cassandra.session();
    this.keyspace = cassandra.reservedKeyspace();
  }

  @Test
  void createsAMissingKeyspace_whenToldHowToReplicateIt() {
    open();

    assertThat(cql.refreshSchema().getKeyspace(keyspace).orElseThrow().getReplication())
        .containsEntry("class", "org.apache.cassandra.locator.NetworkTopologyStrategy")
        .containsEntry(TestCassandra.LOCAL_DATACENTER, "1");
    assertThat(applied()).containsOnlyKeys(SchemaFile.NAMES);
  }

  @Test
  void doesNotCreateAKeyspace_withoutBeingToldHowToReplicateIt() {
    assertThatThrownBy(() -> open(Map.of(), Consistency.QUORUM))
        .isInstanceOf(CassandraUnusable.class)
        .hasMessageContaining(keyspace + " does not exist")
        .hasMessageContaining("QUIPU_CASSANDRA_REPLICATION");
    assertThat(cql.refreshSchema().getKeyspace(keyspace)).isEmpty();
  }

  @Test
  void namesTheVariable_whenTheReplicationIsNotPossible() {
    assertThatThrownBy(() -> open(Map.of("atlantis", 3), Consistency.QUORUM))
        .isInstanceOf(CassandraUnusable.class)
        .hasMessageContaining("atlantis")
        .hasMessageContaining("QUIPU_CASSANDRA_REPLICATION");
  }

  @Test
  void usesAnExistingKeyspaceAsItIs() {
    createKeyspace();

    open(Map.of(), Consistency.QUORUM);

    assertThat(applied()).containsOnlyKeys(SchemaFile.NAMES);
  }

  @Test
  void isAppliedOnce_howeverManyInstancesStartTogether() throws Exception {
    ExecutorService starters = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> starts = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        starts.add(starters.submit(() -> open()));
      }
      for (Future<?> start : starts) {
        start.get();
      }
    } finally {
      starters.shutdown();
    }

    assertThat(applied()).containsOnlyKeys(SchemaFile.NAMES);
    assertThat(cql.execute("SELECT * FROM " + keyspace + ".schema_lock").one()).isNull();
  }

  @Test
  void isNotAppliedAgain() {
    open();
    Map<String, Object> before = applied();

    open();

    assertThat(applied()).isEqualTo(before);
  }

  @Test
  void goesOnWhereAnotherInstanceDied() {
    open();
    cql.execute(
        "DELETE FROM " + keyspace + ".schema_version WHERE name = '004-fact.cql' IF EXISTS");
    cql.execute("DROP TABLE " + keyspace + ".member");
    cql.execute(
        "INSERT INTO "
            + keyspace
            + ".schema_lock (name, holder) VALUES ('schema', uuid()) IF NOT EXISTS USING TTL 3");

    open();

    assertThat(applied()).containsOnlyKeys(SchemaFile.NAMES);
    assertThat(table("member").getColumn("period")).isPresent();
  }

  @Test
  void refusesAFileThatWasAppliedWithAnotherContent() {
    open();
    cql.execute(
        "UPDATE "
            + keyspace
            + ".schema_version SET checksum = 'c0ffee' WHERE name = '002-event.cql' IF EXISTS");

    assertThatThrownBy(this::open)
        .isInstanceOf(CassandraUnusable.class)
        .hasMessageContaining("002-event.cql")
        .hasMessageContaining("c0ffee")
        .hasMessageContaining("QUIPU_CASSANDRA_KEYSPACE");
  }

  @Test
  void toleratesFilesOfALaterVersion() {
    open();
    cql.execute(
        "INSERT INTO "
            + keyspace
            + ".schema_version (name, checksum) VALUES ('999-later.cql', 'x') IF NOT EXISTS");

    open();

    assertThat(applied()).containsKey("999-later.cql");
  }

  @Test
  void namesTheFixForAMissingTable() {
    open();
    cql.execute("DROP TABLE " + keyspace + ".counter_name");

    String fix =
        "DELETE FROM " + keyspace + ".schema_version WHERE name = '004-fact.cql' IF EXISTS";
    assertThatThrownBy(this::open)
        .isInstanceOf(CassandraUnusable.class)
        .hasMessageContaining(keyspace + ".counter_name is missing")
        .hasMessageContaining(fix);

    cql.execute(fix);
    open();
    assertThat(table("counter_name").getColumns()).hasSize(3);
  }

  @Test
  void namesTheFixForAMissingColumn() {
    open();
    cql.execute("ALTER TABLE " + keyspace + ".page DROP remembered");

    String fix = "ALTER TABLE " + keyspace + ".page ADD remembered blob static";
    assertThatThrownBy(this::open)
        .isInstanceOf(CassandraUnusable.class)
        .hasMessageContaining("has no column remembered")
        .hasMessageContaining(fix);

    cql.execute(fix);
    open();
  }

  @Test
  void namesTheFixForARepairOnReadsThatIsOff() {
    namesTheFixForReadRepair("event", "NONE", "BLOCKING");
  }

  @Test
  void namesTheFixForARepairOnReadsThatTearsPages() {
    namesTheFixForReadRepair("page", "BLOCKING", "NONE");
  }

  private void namesTheFixForReadRepair(String table, String wrong, String right) {
    open();
    String change = "ALTER TABLE " + keyspace + "." + table + " WITH read_repair = '%s'";
    cql.execute(change.formatted(wrong));

    String fix = change.formatted(right);
    assertThatThrownBy(this::open)
        .isInstanceOf(CassandraUnusable.class)
        .hasMessageContaining("read_repair " + wrong)
        .hasMessageContaining(fix);

    cql.execute(fix);
    open();
  }

  @Test
  void refusesAColumnOfAnotherType() {
    createKeyspace();
    cql.execute("CREATE TABLE " + keyspace + ".namespace (namespace text PRIMARY KEY, kind int)");

    assertThatThrownBy(this::open)
        .isInstanceOf(CassandraUnusable.class)
        .hasMessageContaining("kind")
        .hasMessageContaining("is int, needed is kind text");
  }

  @Test
  void acceptsALocalQuorum_whereTheKeyspaceLivesInThisDataCentreAlone() {
    open();

    open(Map.of(), Consistency.LOCAL_QUORUM);
  }

  @Test
  void refusesALocalQuorum_whereReplicasIgnoreDataCentres() {
    createKeyspace();

    assertThatThrownBy(() -> open(Map.of(), Consistency.LOCAL_QUORUM))
        .isInstanceOf(CassandraUnusable.class)
        .hasMessageContaining("LOCAL_QUORUM")
        .hasMessageContaining("set it to QUORUM");
  }

  @Test
  void everyTableIsAsItsFileSays() {
    open();

    Map<String, List<String>> columns = new HashMap<>();
    for (SchemaFile file : SchemaFile.all()) {
      for (SchemaTable table : file.tables()) {
        List<String> all = columns.computeIfAbsent(table.name(), any -> new ArrayList<>());
        table.columns().forEach(column -> all.add(column.name()));
      }
    }
    columns.forEach(
        (name, expected) -> {
          TableMetadata actual = table(name);
          assertThat(actual.getColumns().keySet().stream().map(CqlIdentifier::asInternal))
              .containsExactlyInAnyOrderElementsOf(expected);
        });
    for (SchemaFile.ReadRepair expected : SchemaFile.readRepairs(SchemaFile.all())) {
      assertThat(table(expected.table()).getOptions())
          .containsEntry(CqlIdentifier.fromInternal("read_repair"), expected.value());
    }
  }

  /** Its counts would begin at zero, and nobody would be told. */
  @Test
  void refusesAKeyspaceOfTheLayoutBeforePages_andLeavesItAsItIs() {
    createKeyspace();
    cql.execute(
        "CREATE TABLE "
            + keyspace
            + ".event_bucket (namespace text, counter text, bucket timestamp, shard int,"
            + " PRIMARY KEY ((namespace, counter), bucket, shard))");

    assertThatThrownBy(this::open)
        .isInstanceOf(CassandraUnusable.class)
        .hasMessage(
            "Keyspace "
                + keyspace
                + " has the layout of an earlier version (table event_bucket), which this one"
                + " cannot read: name another in QUIPU_CASSANDRA_KEYSPACE, or, if you can do"
                + " without what it counted, execute \"DROP KEYSPACE "
                + keyspace
                + "\"");
    assertThat(cql.refreshSchema().getKeyspace(keyspace).orElseThrow().getTables()).hasSize(1);

    cql.execute("DROP KEYSPACE " + keyspace);
    open();
  }

  /** With partitions for each counter, rows written together would not be one write. */
  @Test
  void refusesATableWithAnotherPrimaryKey() {
    open();
    cql.execute("DROP TABLE " + keyspace + ".event");
    cql.execute(
        "CREATE TABLE "
            + keyspace
            + ".event (class int, bucket timestamp, part int, page int, namespace text, counter"
            + " text, at timeuuid, delta bigint, events int, id text, remember int, PRIMARY KEY"
            + " ((namespace, counter, bucket, part), class, page, at)) WITH read_repair ="
            + " 'BLOCKING'");

    assertThatThrownBy(this::open)
        .isInstanceOf(CassandraUnusable.class)
        .hasMessageContaining("primary key ((namespace, counter, bucket, part), class, page, at)")
        .hasMessageContaining("needed is ((class, bucket, part), page, namespace, counter, at)");
  }

  private void createKeyspace() {
    cql.execute(
        "CREATE KEYSPACE "
            + keyspace
            + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  }

  private void open() {
    open(Map.of(TestCassandra.LOCAL_DATACENTER, 1), Consistency.QUORUM);
  }

  private void open(Map<String, Integer> replication, Consistency consistency) {
    CassandraConfig config =
        TestSessions.config(cassandra.contactPoint(), keyspace, replication, consistency);
    TestSessions.openAndClose(config);
  }

  private Map<String, Object> applied() {
    return StreamSupport.stream(
            cql.execute("SELECT name, writetime(checksum) FROM " + keyspace + ".schema_version")
                .spliterator(),
            false)
        .collect(Collectors.toMap(row -> row.getString(0), SchemaIT::writtenAt));
  }

  private static Object writtenAt(Row row) {
    return row.getLong(1);
  }

  private TableMetadata table(String name) {
    return cql.refreshSchema().getKeyspace(keyspace).orElseThrow().getTable(name).orElseThrow();
  }
}
