package io.quipu.cassandra.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import io.quipu.cassandra.driver.CassandraUnusable;
import io.quipu.cassandra.session.TestSessions;
import io.quipu.ops.config.CassandraConfig;
import io.quipu.ops.config.Consistency;
import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Thorough
@ExtendWith(CassandraExtension.class)
class SchemaIT {
  private TestCassandra cassandra;
  private CqlSession cql;
  private String keyspace;

  /** A whole keyspace that tests share: each leaves it as it was. */
  private static @Nullable String whole;

  @BeforeEach
  void reserveKeyspace(TestCassandra cassandra) {
    this.cassandra = cassandra;
    this.cql = cassandra.session();
    this.keyspace = cassandra.reservedKeyspace();
  }

  private void useWhole() {
    if (whole == null) {
      open();
      whole = keyspace;
    }
    keyspace = whole;
  }

  @Test
  void createsAMissingKeyspace_whenToldHowToReplicateIt() {
    useWhole();

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
  void isAppliedOnce_howeverManyInstancesStartTogether() {
    List<CompletableFuture<Void>> starts =
        IntStream.range(0, 4)
            .mapToObj(i -> CompletableFuture.runAsync(this::open, task -> new Thread(task).start()))
            .toList();
    starts.forEach(CompletableFuture::join);

    assertThat(applied()).containsOnlyKeys(SchemaFile.NAMES);
    assertThat(execute("SELECT * FROM KS.schema_lock").one()).isNull();
  }

  @Test
  void isNotAppliedAgain_andServesALocalQuorum() {
    useWhole();
    Map<String, Long> before = applied();

    open(Map.of(), Consistency.LOCAL_QUORUM);

    assertThat(applied()).isEqualTo(before);
  }

  @Test
  void goesOnWhereAnotherInstanceDied() {
    useWhole();
    SchemaFile.NAMES.stream()
        .dropWhile(name -> !name.equals("004-fact.cql"))
        .forEach(
            name -> execute("DELETE FROM KS.schema_version WHERE name = '" + name + "' IF EXISTS"));
    execute("DROP TABLE KS.id_run");
    execute(
        "INSERT INTO KS.schema_lock (name, holder) VALUES ('schema', uuid())"
            + " IF NOT EXISTS USING TTL 3");

    open();

    assertThat(applied()).containsOnlyKeys(SchemaFile.NAMES);
    assertThat(table("id_run").getColumn("period")).isPresent();
  }

  @Test
  void refusesAFileThatWasAppliedWithAnotherContent_andThoseOfALaterVersion() {
    useWhole();
    execute(
        "INSERT INTO KS.schema_version (name, checksum) VALUES ('999-later.cql', 'x') IF NOT"
            + " EXISTS");
    assertThatThrownBy(this::open)
        .isInstanceOf(CassandraUnusable.class)
        .hasMessageContaining("later version (999-later.cql)")
        .hasMessageContaining("run the version that applied it");
    execute("DELETE FROM KS.schema_version WHERE name = '999-later.cql' IF EXISTS");

    String change =
        "UPDATE KS.schema_version SET checksum = '%s' WHERE name = '002-event.cql' IF EXISTS";
    execute(change.formatted("c0ffee"));
    assertThatThrownBy(this::open)
        .isInstanceOf(CassandraUnusable.class)
        .hasMessageContaining("002-event.cql")
        .hasMessageContaining("c0ffee")
        .hasMessageContaining("QUIPU_CASSANDRA_KEYSPACE");
    execute(change.formatted(SchemaFile.load("002-event.cql").checksum()));
    open();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "DROP TABLE KS.counter_name | KS.counter_name is missing"
            + "| DELETE FROM KS.schema_version WHERE name = '004-fact.cql' IF EXISTS",
        "ALTER TABLE KS.page DROP ids | has no column ids" + "| ALTER TABLE KS.page ADD ids blob",
        "ALTER TABLE KS.event WITH read_repair = 'NONE' | read_repair NONE"
            + "| ALTER TABLE KS.event WITH read_repair = 'BLOCKING'",
        "ALTER TABLE KS.page WITH read_repair = 'BLOCKING' | read_repair BLOCKING"
            + "| ALTER TABLE KS.page WITH read_repair = 'NONE'",
        "ALTER TABLE KS.closed_window WITH default_time_to_live = 86400 | disappears after 86400 s"
            + "| ALTER TABLE KS.closed_window WITH default_time_to_live = 0",
        "ALTER TABLE KS.api_key WITH gc_grace_seconds = 3600 | a revoked key opens again"
            + "| ALTER TABLE KS.api_key WITH gc_grace_seconds = 864000",
      })
  void namesTheFix(String damage, String message, String fix) {
    useWhole();
    execute(damage);

    assertThatThrownBy(this::open)
        .isInstanceOf(CassandraUnusable.class)
        .hasMessageContaining(message.replace("KS", keyspace))
        .hasMessageContaining(fix.replace("KS", keyspace));

    execute(fix);
    open();
    assertThat(table("counter_name").getColumns()).hasSize(3);
  }

  @Test
  void refusesAColumnOfAnotherType() {
    createKeyspace();
    execute("CREATE TABLE KS.namespace (namespace text PRIMARY KEY, kind int)");

    assertThatThrownBy(this::open)
        .isInstanceOf(CassandraUnusable.class)
        .hasMessageContaining("kind")
        .hasMessageContaining("is int, needed is kind text");
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
    useWhole();

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

  /** With partitions for each counter, rows written together would not be one write. */
  @Test
  void refusesATableWithAnotherPrimaryKey() {
    open();
    execute("DROP TABLE KS.event");
    execute(
        "CREATE TABLE KS.event (class int, bucket timestamp, part int, page int, namespace text,"
            + " counter text, at timeuuid, delta bigint, events int, id text, remember int, ids blob,"
            + " PRIMARY KEY ((namespace, counter, bucket, part), class, page, at))"
            + " WITH read_repair = 'BLOCKING'");

    assertThatThrownBy(this::open)
        .isInstanceOf(CassandraUnusable.class)
        .hasMessageContaining("primary key ((namespace, counter, bucket, part), class, page, at)")
        .hasMessageContaining("needed is ((class, bucket, part), page, namespace, counter, at)");
  }

  private void createKeyspace() {
    execute(
        "CREATE KEYSPACE KS"
            + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  }

  /** Executes a statement in which {@code KS} is the keyspace. */
  private ResultSet execute(String statement) {
    return cql.execute(statement.replace("KS", keyspace));
  }

  private void open() {
    open(Map.of(TestCassandra.LOCAL_DATACENTER, 1), Consistency.QUORUM);
  }

  private void open(Map<String, Integer> replication, Consistency consistency) {
    CassandraConfig config =
        TestSessions.config(cassandra.contactPoint(), keyspace, replication, consistency);
    TestSessions.openAndClose(config);
  }

  private Map<String, Long> applied() {
    return StreamSupport.stream(
            execute("SELECT name, writetime(checksum) FROM KS.schema_version").spliterator(), false)
        .collect(Collectors.toMap(row -> row.getString(0), row -> row.getLong(1)));
  }

  private TableMetadata table(String name) {
    return cql.refreshSchema().getKeyspace(keyspace).orElseThrow().getTable(name).orElseThrow();
  }
}
