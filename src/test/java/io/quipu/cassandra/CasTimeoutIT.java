package io.quipu.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.DefaultWriteType;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import io.quipu.cassandra.driver.Connection;
import io.quipu.cassandra.driver.DriverOptions;
import io.quipu.cassandra.session.TestSessions;
import io.quipu.testing.dev.CassandraOptions;
import io.quipu.testing.dev.CassandraProcess;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The fate of a connection when Cassandra gives up a conditional write. */
@Thorough
class CasTimeoutIT {
  private static final int AT_ONCE = 200;

  private int timeouts;

  @Test
  void leavesConnectionsOpen_whenConditionalWritesTimeOut() {
    CassandraOptions impatient =
        CassandraOptions.named("impatient").with(Map.of("cas_contention_timeout", "10ms"));
    try (CassandraProcess cassandra = CassandraProcess.start(impatient);
        CqlSession session = Connection.open(TestSessions.config(cassandra.address(), "cas"))) {
      session.execute(
          "CREATE KEYSPACE IF NOT EXISTS cas WITH replication ="
              + " {'class': 'NetworkTopologyStrategy', '"
              + TestCassandra.LOCAL_DATACENTER
              + "': 1}");
      session.execute("CREATE TABLE IF NOT EXISTS cas.contended (id int PRIMARY KEY, value int)");
      session.execute("INSERT INTO cas.contended (id, value) VALUES (1, 1)");

      Awaitility.await("conditional writes that Cassandra gives up")
          .until(
              () -> {
                contend(session);
                return timeouts > AT_ONCE;
              });
    }
  }

  /** All for the same row: each has to wait for those before it. */
  private void contend(CqlSession session) {
    SimpleStatement write =
        SimpleStatement.newInstance("UPDATE cas.contended SET value = 1 WHERE id = 1 IF value = 1")
            .setExecutionProfileName(DriverOptions.CONDITIONAL);
    List<CompletableFuture<AsyncResultSet>> answers = new ArrayList<>();
    for (int i = 0; i < AT_ONCE; i++) {
      answers.add(session.executeAsync(write).toCompletableFuture());
    }
    for (CompletableFuture<AsyncResultSet> answer : answers) {
      try {
        answer.join();
      } catch (CompletionException e) {
        assertThat(e.getCause())
            .isInstanceOfAny(WriteTimeoutException.class, DriverTimeoutException.class);
        if (e.getCause() instanceof WriteTimeoutException timeout) {
          assertThat(timeout.getWriteType()).isEqualTo(DefaultWriteType.CAS);
          timeouts++;
        }
      }
    }
  }
}
