package io.quipu.cli.source.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.cli.source.Found;
import io.quipu.cli.source.Login;
import io.quipu.cli.source.Source;
import io.quipu.cli.source.SourceAddress;
import io.quipu.cli.source.SourceFailure;
import io.quipu.testing.dev.CassandraOptions;
import io.quipu.testing.dev.CassandraProcess;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A source whose Cassandra asks for a name and a password. */
@Thorough
class SourceAccountsIT {
  private static CassandraProcess cassandra;
  private static CqlSession superuser;

  @BeforeAll
  static void start() {
    cassandra =
        CassandraProcess.start(
            CassandraOptions.named("SourceAccountsIT")
                .fromEmpty()
                .compiledQuickly()
                .withAccounts());
    superuser =
        await("the first account")
            .ignoreExceptions()
            .until(SourceAccountsIT::connect, session -> true);
  }

  @AfterAll
  static void stop() {
    superuser.close();
    cassandra.close();
  }

  private static CqlSession connect() {
    return CqlSession.builder()
        .addContactPoint(cassandra.address())
        .withLocalDatacenter(TestCassandra.LOCAL_DATACENTER)
        .withAuthCredentials("cassandra", "cassandra")
        .build();
  }

  @Test
  void anImportReadsWithAnAccountThatMay() {
    superuser.execute(
        "CREATE KEYSPACE source WITH replication = {'class': 'SimpleStrategy',"
            + " 'replication_factor': 1}");
    superuser.execute("CREATE TABLE source.page (url text PRIMARY KEY, n counter)");
    superuser.execute("UPDATE source.page SET n = n + 7 WHERE url = 'a'");
    superuser.execute("CREATE ROLE reader WITH PASSWORD = 'choose' AND LOGIN = true");
    assertThatThrownBy(() -> counters(new Login("reader", "wrong")))
        .isInstanceOf(SourceFailure.class)
        .hasMessageContaining("--password-file")
        .hasMessageNotContaining("wrong");
    assertThatThrownBy(() -> counters(new Login(null, null)))
        .isInstanceOf(SourceFailure.class)
        .hasMessageContaining("--password-file");
    Login reader = new Login("reader", "choose");
    assertThatThrownBy(() -> counters(reader))
        .isInstanceOf(SourceFailure.class)
        .hasMessageContaining("no SELECT permission");
    superuser.execute("GRANT SELECT ON source.page TO reader");
    assertThat(counters(reader)).containsExactly(new Found.Counter("a", 7));
  }

  private static List<Found> counters(Login login) {
    SourceAddress address =
        SourceAddress.parse(
            "cassandra://127.0.0.1:" + cassandra.address().getPort() + "/source/page");
    try (Source source = CassandraSource.open(address, login, null, Duration.ofSeconds(30))) {
      List<Found> found = new ArrayList<>();
      for (var some = source.next(); some.isPresent(); some = source.next()) {
        found.addAll(some.get());
      }
      return found;
    }
  }
}
