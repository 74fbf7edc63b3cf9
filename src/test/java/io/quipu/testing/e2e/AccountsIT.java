package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import io.quipu.DoctorRun;
import io.quipu.cassandra.driver.CassandraUnusable;
import io.quipu.testing.dev.CassandraOptions;
import io.quipu.testing.dev.CassandraProcess;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two accounts of Cassandra's own, one that makes the schema and one that counts, with what
 * docs/deploy.md says to grant them.
 */
@EndToEnd
@Thorough
class AccountsIT {
  private static final String KEYSPACE = "quipu";
  private static final Pattern CQL = Pattern.compile("(?s)```cql\n(.*?)```");

  @TempDir private static Path folder;
  private static CassandraProcess cassandra;
  private static CqlSession superuser;

  @BeforeAll
  static void start() {
    cassandra =
        CassandraProcess.start(
            CassandraOptions.named("AccountsIT").fromEmpty().compiledQuickly().withAccounts());
    superuser =
        await("the first account")
            .ignoreExceptions()
            .until(() -> connect("cassandra", "cassandra"), session -> true);
  }

  @AfterAll
  static void stop() {
    superuser.close();
    cassandra.close();
  }

  private static CqlSession connect(String username, String password) {
    return CqlSession.builder()
        .addContactPoint(cassandra.address())
        .withLocalDatacenter(TestCassandra.LOCAL_DATACENTER)
        .withAuthCredentials(username, password)
        .withConfigLoader(
            DriverConfigLoader.programmaticBuilder()
                // for changes of the schema
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofSeconds(20))
                .build())
        .build();
  }

  @Test
  void oneMakesTheSchema_andTheOtherCounts() throws Exception {
    List<List<String>> documented = documented();
    documented.get(0).forEach(superuser::execute);
    String grantSelect = documented.get(1).get(0);
    String grantModify = documented.get(1).get(1);
    assertThat(grantSelect).contains("SELECT");
    assertThat(grantModify).contains("MODIFY");

    assertRefused(Map.of("QUIPU_SCHEMA", "check"), "java -jar quipu.jar schema", "001-namespace");
    assertRefused(Map.of(), "no CREATE permission", "docs/deploy.md");
    try (SeparateQuipu schema =
        SeparateQuipu.start(environment("quipu_schema", "choose-one"), List.of("schema"))) {
      assertThat(schema.exitCode()).as(schema.output()).isZero();
      assertThat(schema.output()).contains("Keyspace quipu has the schema of this version");
    }
    assertRefused(Map.of("QUIPU_SCHEMA", "check"), "no SELECT permission", "docs/deploy.md");
    superuser.execute(grantSelect);
    assertRefused(Map.of("QUIPU_SCHEMA", "check"), "no MODIFY permission", "docs/deploy.md");
    superuser.execute(grantModify);

    for (String schema : List.of("check", "create")) {
      try (RunningQuipu quipu = start(Map.of("QUIPU_SCHEMA", schema))) {
        assertServes(quipu.api(0), schema);
        if (schema.equals("check")) {
          assertTheDoctorLooks_onceGranted(documented.get(2));
        }
      }
    }
    try (CqlSession runtime = connect("quipu", "choose-another")) {
      for (String change :
          List.of(
              "DROP TABLE quipu.event",
              "ALTER TABLE quipu.event ADD more int",
              "CREATE TABLE quipu.more (a int PRIMARY KEY)",
              "CREATE ROLE more")) {
        assertThatThrownBy(() -> runtime.execute(change)).isInstanceOf(UnauthorizedException.class);
      }
    }
    try (SeparateQuipu again =
        SeparateQuipu.start(environment("quipu", "choose-another"), List.of("schema"))) {
      assertThat(again.exitCode()).as("nothing is missing: " + again.output()).isZero();
    }
    try (SeparateQuipu stranger =
        SeparateQuipu.start(environment("quipu", "wrong"), List.of("schema"))) {
      assertThat(stranger.exitCode()).isEqualTo(1);
      assertThat(stranger.output().lines()).hasSize(1);
      assertThat(stranger.output()).contains("credentials").doesNotContain("wrong");
    }
  }

  /** An account that may not look at the nodes is told so, and may start. */
  private static void assertTheDoctorLooks_onceGranted(List<String> grants) throws IOException {
    DoctorRun before = DoctorRun.of(environment("quipu", "choose-another"));
    assertThat(before.code()).as(before.text()).isEqualTo(2);
    assertThat(before.line("settings"))
        .startsWith("unknown")
        .contains("no SELECT permission", "GRANT SELECT ON KEYSPACE system_views");
    assertThat(before.line("partition_size")).startsWith("unknown");

    grants.forEach(superuser::execute);

    DoctorRun after = DoctorRun.of(environment("quipu", "choose-another"));
    assertThat(after.code()).as(after.text()).isZero();
    assertThat(after.text().lines()).allMatch(line -> line.startsWith("ok "));
  }

  /** Every kind, settling, resets and recounts: each has tables of its own. */
  private static void assertServes(Api api, String run) {
    String tallies = "tallies_" + run;
    api.createNamespace(tallies, "{\"kind\": \"event\"}");
    assertThat(api.outcome(tallies, "a", "{\"id\": \"1\"}")).isEqualTo("counted");
    assertThat(api.outcome(tallies, "a", "{\"id\": \"1\"}")).isEqualTo("duplicate");
    assertThat(api.settled(tallies, "a").count()).isEqualTo(1);
    assertThat(api.recount(tallies, "a").getLong("drift")).isZero();
    api.delete(Api.path(tallies, "a")).expect(200);
    assertThat(api.count(tallies, "a").count()).isZero();
    api.createNamespace("latest_" + run, "{\"kind\": \"latest\"}");
    api.record("latest_" + run, "a", "{\"actor\": \"P1\", \"version\": 1, \"value\": 7}")
        .expect(201);
    assertThat(api.settled("latest_" + run, "a").count()).isEqualTo(7);
    api.createNamespace("linear_" + run, "{\"kind\": \"linear\"}");
    api.record("linear_" + run, "a", "{\"delta\": 2, \"id\": \"x\"}").expect(201);
    api.createNamespace("sketch_" + run, "{\"kind\": \"sketch\", \"state\": \"sum\"}");
    api.record("sketch_" + run, "a", "{\"value\": 2}").expect(201);
    api.get(Api.path("sketch_" + run, "a")).expect(200);
    api.get("/v1/namespaces").expect(200);
  }

  private static void assertRefused(Map<String, String> variables, String... words) {
    Map<String, String> all = new HashMap<>(variables);
    all.put("QUIPU_CASSANDRA_CONNECT_TIMEOUT", "1s");
    assertThatThrownBy(() -> start(all).close())
        .isInstanceOf(CassandraUnusable.class)
        .hasMessageContainingAll(words)
        .message()
        .doesNotContain("\n", "choose-another");
  }

  private static RunningQuipu start(Map<String, String> variables) throws IOException {
    Map<String, String> all = environment("quipu", "choose-another");
    all.putAll(variables);
    return RunningQuipu.start(1, cassandra.address(), KEYSPACE, all);
  }

  private static Map<String, String> environment(String username, String password)
      throws IOException {
    Map<String, String> environment = RunningQuipu.environment(cassandra.address(), KEYSPACE);
    environment.put("QUIPU_CASSANDRA_USERNAME", username);
    environment.put(
        "QUIPU_CASSANDRA_PASSWORD_FILE",
        Files.writeString(folder.resolve(username + "-" + password), password + "\n").toString());
    environment.put("QUIPU_CASSANDRA_CONNECT_TIMEOUT", "5s");
    return environment;
  }

  /** The statements of the blocks of CQL in the document: before there is a schema, and after. */
  private static List<List<String>> documented() throws IOException {
    return CQL.matcher(Files.readString(Path.of("docs", "deploy.md")))
        .results()
        .map(block -> Arrays.stream(block.group(1).split(";", -1)).map(String::strip))
        .map(statements -> statements.filter(statement -> !statement.isEmpty()).toList())
        .toList();
  }
}
