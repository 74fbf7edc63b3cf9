package io.quipu.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.testing.dev.StallingProxy;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.TestPatience;
import io.quipu.testing.dev.Thorough;
import io.quipu.testing.e2e.EndToEnd;
import io.quipu.testing.e2e.RunningQuipu;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Counter tables of a real Cassandra, imported: each counter once, whatever happens on the way. */
@Thorough
@EndToEnd
class CassandraImportIT {
  private static final int MANY = 6_000;

  /** Of the answers about so many counters: less than half of them. */
  private static final long SOME_BYTES = 150_000;

  private static TestCassandra cassandra;
  private static CqlSession session;
  private static RunningQuipu quipu;
  private static String keyspace;

  private ImportTarget target;

  @BeforeAll
  static void start(TestCassandra started) {
    cassandra = started;
    quipu = RunningQuipu.start(1, cassandra, Map.of("QUIPU_CHECKPOINT_PERIOD", "100ms"));
    keyspace = cassandra.freshKeyspace();
    session = cassandra.session();
    session.execute("CREATE TABLE " + keyspace + ".page (url text PRIMARY KEY, n counter)");
    session.execute(
        "CREATE TABLE "
            + keyspace
            + ".\"Daily\" (page text, day date, hour int, views counter, \"Likes\" counter,"
            + " total counter static, PRIMARY KEY ((page, day), hour))");
    List<CompletionStage<?>> counted = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      counted.add(
          session.executeAsync(
              "UPDATE %s.page SET n = n + %d WHERE url = 'https://example.org/page/%d'"
                  .formatted(keyspace, i + 1, i)));
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
    target = new ImportTarget(quipu.uri(0));
  }

  @Test
  void keyAndColumnAreTheName() {
    String daily = "UPDATE " + keyspace + ".\"Daily\" SET ";
    String row = " WHERE page = 'a/b%' AND day = '2026-01-31'";
    session.execute(
        daily + "views = views + 7, \"Likes\" = \"Likes\" - 2" + row + " AND hour = 23");
    session.execute(daily + "views = views + 1" + row + " AND hour = 0");
    session.execute(daily + "total = total + 8" + row);
    CommandRun run = imported("Daily", "--run=first");
    assertThat(run.exitCode()).as("a static column is left out").isEqualTo(1);
    assertThat(run.out()).isEqualTo("3 events recorded\n");
    assertThat(run.err()).isEqualTo("Skipped: 1 static columns, such as column total\n");
    String partition = "a%2Fb%25/2026-01-31/";
    assertThat(target.counts(partition + "23/views", partition + "23/Likes", partition + "0/views"))
        .containsExactly(7L, -2L, 1L);
    assertThat(target.counts(partition + "0/Likes")).containsExactly(0L);
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
      target.isKilledOn(address(proxy.port(), "page"), () -> proxy.hasStalled() && recorded() > 0);
    }
    assertThat(recorded()).isBetween(1L, MANY - 1L);
    assertThat(imported("page", "--run=first").exitCode()).isZero();
    assertAllAreThere();
  }

  @Test
  void whatIsWrongIsOneLine() {
    assertThat(imported("none", "--run=first").err())
        .isEqualTo("There is no table " + address("none") + "\n");
    session.execute("CREATE TABLE " + keyspace + ".plain (a int PRIMARY KEY, b int)");
    assertThat(imported("plain", "--run=first").err())
        .isEqualTo(address("plain") + " has no columns of type counter\n");
    CommandRun nobody = target.from("cassandra://127.0.0.1:1/a/b", "--run=first");
    assertThat(nobody.exitCode()).isEqualTo(1);
    assertThat(nobody.err().lines()).hasSize(1);
    assertThat(nobody.err()).startsWith("cassandra://127.0.0.1:1/a/b cannot be read: ");
  }

  private void assertAllAreThere() {
    target.hasCountsOf(address("page"), MANY);
    target.hasOnly(MANY);
  }

  private long recorded() {
    return target.recorded(address("page"));
  }

  private static String address(String table) {
    return address(cassandra.contactPoint().getPort(), table);
  }

  private static String address(int port, String table) {
    return "cassandra://127.0.0.1:" + port + "/" + keyspace + "/" + table;
  }

  private CommandRun imported(String table, String... options) {
    return target.from(address(table), options);
  }
}
