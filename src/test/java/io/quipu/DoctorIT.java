package io.quipu;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.cassandra.session.CassandraSession;
import io.quipu.ops.config.Config;
import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.TestCassandra;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The doctor of keyspaces that are broken in one way each. */
@ExtendWith(CassandraExtension.class)
class DoctorIT {
  private static TestCassandra cassandra;
  private static String keyspace;

  @BeforeAll
  static void make(TestCassandra shared) {
    cassandra = shared;
    keyspace = shared.reservedKeyspace();
    CassandraSession.createSchema(Config.cassandra(environment()));
  }

  private static Map<String, String> environment() {
    return DoctorRun.environment(cassandra.contactPoint(), keyspace);
  }

  /** The server of all tests does not wait for its disk, which is a warning. */
  @Test
  void hasALineForEachCheck_andAnExitCodeForTheWorst() {
    DoctorRun run = DoctorRun.of(environment());

    assertThat(run.text().lines())
        .as(run.text())
        .hasSizeGreaterThan(8)
        .allMatch(line -> line.matches("(ok|warning) +[a-z_]+  .+"));
    assertThat(run.line("commitlog_sync")).startsWith("warning").contains("periodic", "batch");
    assertThat(run.line("schema")).startsWith("ok");
    assertThat(run.line("tables")).startsWith("ok").contains("10 days");
    assertThat(run.line("ring")).startsWith("ok").contains("1 nodes");
    assertThat(run.line("clocks")).startsWith("ok");
    assertThat(run.line("repair")).startsWith("ok").contains("one replica");
    assertThat(run.line("partition_size")).startsWith("ok");
    assertThat(run.line("horizon")).startsWith("ok");
    assertThat(run.code()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "ALTER TABLE KS.event WITH default_time_to_live = 20 | 1 | default_time_to_live",
        "ALTER TABLE KS.purge WITH gc_grace_seconds = 0 | 1 | gc_grace_seconds",
        "ALTER TABLE KS.purge WITH gc_grace_seconds = 259200 | 3 | gc_grace_seconds",
        "ALTER TABLE KS.page WITH read_repair = 'BLOCKING' | 1 | read_repair",
        "DROP TABLE KS.standing | 1 | tables",
      })
  void saysTheStatementToExecute(String damage, int code, String name) {
    cassandra.session().execute(damage.replace("KS", keyspace));

    DoctorRun run = DoctorRun.of(environment(), "--json");
    assertThat(run.code()).as(run.text()).isEqualTo(code);
    assertThat(new JsonObject(run.text()).getString("status"))
        .isEqualTo(code == 1 ? "broken" : "warning");
    String remedy =
        run.complaints().stream()
            .filter(each -> Objects.equals(each.getString("name"), name))
            .findFirst()
            .orElseThrow()
            .getString("do");
    cassandra.session().execute(remedy.replaceAll("^execute \"([^\"]*)\".*", "$1"));
    if (remedy.contains("schema_version")) {
      CassandraSession.createSchema(Config.cassandra(environment()));
    }

    assertThat(DoctorRun.of(environment()).code()).as("the remedy helps").isEqualTo(3);
  }

  @Test
  void aMigrationOfALaterVersionIsBroken() {
    String name = keyspace + ".schema_version";
    cassandra
        .session()
        .execute("INSERT INTO " + name + " (name, checksum) VALUES ('999', 'x') IF NOT EXISTS");
    DoctorRun run = DoctorRun.of(environment());
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.line("schema")).startsWith("broken").contains("999");
    cassandra.session().execute("DELETE FROM " + name + " WHERE name = '999' IF EXISTS");
  }

  /** Nobody repairs in tests. Repairs are remembered by the server for all keyspaces. */
  @Test
  void aKeyspaceThatWasNeverRepairedIsAWarning() {
    replicate(3);
    DoctorRun run = DoctorRun.of(environment());
    assertThat(run.line("repair"))
        .startsWith("warning")
        .contains("all tables", "nodetool repair -pr " + keyspace);
    assertThat(run.line("replication")).startsWith("broken");
    replicate(1);
  }

  private static void replicate(int replicas) {
    cassandra
        .session()
        .execute(
            "ALTER KEYSPACE %s WITH replication = {'class': 'NetworkTopologyStrategy', '%s': %d}"
                .formatted(keyspace, TestCassandra.LOCAL_DATACENTER, replicas));
  }

  @Test
  void couldNotLook_whereNobodyAnswersOrThereIsNoKeyspace() {
    Map<String, String> nowhere = environment();
    nowhere.put("QUIPU_CASSANDRA_CONTACT_POINTS", "127.0.0.1:1");
    nowhere.put("QUIPU_CASSANDRA_CONNECT_TIMEOUT", "1s");
    DoctorRun run = DoctorRun.of(nowhere);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.line("connection")).startsWith("unknown").contains("127.0.0.1:1");

    Map<String, String> missing = environment();
    missing.put("QUIPU_CASSANDRA_KEYSPACE", "nothing_here");
    DoctorRun other = DoctorRun.of(missing);
    assertThat(other.code()).isEqualTo(1);
    assertThat(other.line("keyspace")).startsWith("broken").contains("nothing_here");
  }
}
