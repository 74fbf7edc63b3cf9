package io.quipu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.is;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.testing.dev.StallingProxy;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.TestPatience;
import io.quipu.testing.e2e.EndToEnd;
import io.quipu.testing.e2e.RunningQuipu;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Counter tables of a real Cassandra, imported: each counter once, whatever happens on the way. */
@EndToEnd
class CassandraImportIT {
  private static final int MANY = 6_000;

  /** Of the answers about so many counters: less than half of them. */
  private static final long SOME_BYTES = 150_000;

  private static TestCassandra cassandra;
  private static RunningQuipu quipu;
  private static String keyspace;
  private static int namespaces;

  private String namespace;

  @BeforeAll
  static void start(TestCassandra started) {
    cassandra = started;
    quipu = RunningQuipu.start(1, cassandra, Map.of("QUIPU_CHECKPOINT_PERIOD", "100ms"));
    keyspace = cassandra.freshKeyspace();
    cassandra
        .session()
        .execute("CREATE TABLE " + keyspace + ".page (url text PRIMARY KEY, n counter)");
    cassandra
        .session()
        .execute(
            "CREATE TABLE "
                + keyspace
                + ".\"Daily\" (page text, day date, hour int, views counter, \"Likes\" counter,"
                + " total counter static, PRIMARY KEY ((page, day), hour))");
    List<CompletionStage<?>> counted = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      counted.add(
          cassandra
              .session()
              .executeAsync(
                  "UPDATE "
                      + keyspace
                      + ".page SET n = n + "
                      + (i + 1)
                      + " WHERE url = 'https://example.org/page/"
                      + i
                      + "'"));
      if (counted.size() == 200) {
        counted.forEach(TestPatience::join);
        counted.clear();
      }
    }
    counted.forEach(TestPatience::join);
  }

  @AfterAll
  static void stop() {
    quipu.close();
  }

  @BeforeEach
  void startWithNothing() {
    namespace = "imported-" + namespaces++;
    assertThat(quipu("namespaces", "put", namespace, "{\"kind\": \"unique\"}").exitCode()).isZero();
  }

  @Test
  void keyAndColumnAreTheName() {
    CqlSession session = cassandra.session();
    String row = " WHERE page = 'a/b%' AND day = '2026-01-31'";
    session.execute(
        "UPDATE "
            + keyspace
            + ".\"Daily\" SET views = views + 7, \"Likes\" = \"Likes\" - 2"
            + row
            + " AND hour = 23");
    session.execute(
        "UPDATE " + keyspace + ".\"Daily\" SET views = views + 1" + row + " AND hour = 0");
    session.execute("UPDATE " + keyspace + ".\"Daily\" SET total = total + 8" + row);
    CommandRun run = imported("Daily", "--run=first");
    assertThat(run.exitCode()).as("a static column is left out").isEqualTo(1);
    assertThat(run.out()).isEqualTo("3 events recorded\n");
    assertThat(run.err()).isEqualTo("Skipped: 1 static columns, such as column total\n");
    String partition = "a%2Fb%25/2026-01-31/";
    assertThat(counts(partition + "23/views", partition + "23/Likes", partition + "0/views"))
        .containsExactly(7L, -2L, 1L);
    assertThat(counts(partition + "0/Likes")).containsExactly(0L);
  }

  @Test
  void allPagesOfAllRangesAreRead_onceEach() {
    assertThat(imported("page", "--run=first").out()).isEqualTo("6,000 events recorded\n");
    assertAllAreThere();
    assertThat(imported("page", "--run=first").exitCode()).isZero();
    assertAllAreThere();
  }

  @Test
  void anImportThatIsKilledIsRepeated() throws Exception {
    try (StallingProxy proxy = new StallingProxy(cassandra.contactPoint().getPort(), SOME_BYTES)) {
      Process process = ImportProcess.start(quipu.uri(0), namespace, address(proxy.port(), "page"));
      Awaitility.await()
          .failFast("it has ended", () -> !process.isAlive())
          .until(() -> proxy.hasStalled() && recorded() > 0);
      process.destroyForcibly();
      assertThat(process.waitFor(TestPatience.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
    assertThat(recorded()).isBetween(1L, MANY - 1L);
    assertThat(imported("page", "--run=first").exitCode()).isZero();
    assertAllAreThere();
  }

  @Test
  void whatIsWrongIsOneLine() {
    assertThat(imported("none", "--run=first").err())
        .isEqualTo("There is no table " + address("none") + "\n");
    cassandra.session().execute("CREATE TABLE " + keyspace + ".plain (a int PRIMARY KEY, b int)");
    assertThat(imported("plain", "--run=first").err())
        .isEqualTo(address("plain") + " has no columns of type counter\n");
    CommandRun nobody = quipu("import", "cassandra://127.0.0.1:1/a/b", "--run=first");
    assertThat(nobody.exitCode()).isEqualTo(1);
    assertThat(nobody.err().lines()).hasSize(1);
    assertThat(nobody.err()).startsWith("cassandra://127.0.0.1:1/a/b cannot be read: ");
  }

  private void assertAllAreThere() {
    CommandRun check = imported("page", "--check");
    assertThat(check.err()).isEmpty();
    assertThat(check.out())
        .isEqualTo(
            String.format(Locale.ROOT, "%,d counters have the same count, 0 another one%n", MANY));
    Awaitility.await("nothing else is there")
        .until(() -> quipu("export", "-n", namespace).out().lines().count(), is((long) MANY));
  }

  /** The number of counters that have the count of the source. */
  private long recorded() {
    String told = imported("page", "--check", "--json").out();
    return new JsonObject(told).getLong("same");
  }

  private List<Long> counts(String... counters) {
    return List.of(counters).stream()
        .map(counter -> Long.valueOf(quipu("get", "-n", namespace, counter).out().strip()))
        .toList();
  }

  private static String address(String table) {
    return address(cassandra.contactPoint().getPort(), table);
  }

  private static String address(int port, String table) {
    return "cassandra://127.0.0.1:" + port + "/" + keyspace + "/" + table;
  }

  private CommandRun imported(String table, String... options) {
    List<String> all = new ArrayList<>(List.of("import", "-n", namespace, address(table)));
    all.addAll(List.of(options));
    return quipu(all.toArray(String[]::new));
  }

  private static CommandRun quipu(String... arguments) {
    return CommandRun.of(quipu.uri(0), arguments);
  }
}
