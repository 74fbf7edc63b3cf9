package io.quipu.testing.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Thorough
@ExtendWith(CassandraExtension.class)
class CassandraProcessIT {

  @BeforeAll
  static void start(CassandraProcess sharedByTheMethods) {
    assertThat(sharedByTheMethods.isRunning()).isTrue();
  }

  @Test
  void keepsEveryAcknowledgedRow_whenKilledWhileWriting(CassandraProcess cassandra) {
    Set<Integer> acknowledged = ConcurrentHashMap.newKeySet();
    try (CqlSession session = TestCassandra.connect(cassandra.address())) {
      session.execute(
          "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
      session.execute("CREATE TABLE k.t (id int PRIMARY KEY)");
      writeUntilItFails(session, acknowledged);
      await().until(() -> acknowledged.size() > 2_000);
      cassandra.kill();
    }
    assertThat(cassandra.isRunning()).isFalse();

    cassandra.restart();

    try (CqlSession session = TestCassandra.connect(cassandra.address())) {
      Set<Integer> found = new HashSet<>();
      session.execute("SELECT id FROM k.t").forEach(row -> found.add(row.getInt(0)));
      assertThat(found).containsAll(acknowledged);
    }
  }

  /** Keeps 16 writes in flight; each one acknowledged is followed by the next. */
  private static void writeUntilItFails(CqlSession session, Set<Integer> acknowledged) {
    PreparedStatement insert = session.prepare("INSERT INTO k.t (id) VALUES (?)");
    AtomicInteger next = new AtomicInteger();
    for (int i = 0; i < 16; i++) {
      writeNext(session, insert, next, acknowledged);
    }
  }

  private static void writeNext(
      CqlSession session, PreparedStatement insert, AtomicInteger next, Set<Integer> acknowledged) {
    int id = next.getAndIncrement();
    session
        .executeAsync(insert.bind(id))
        .thenAccept(
            done -> {
              acknowledged.add(id);
              writeNext(session, insert, next, acknowledged);
            });
  }

  @Test
  void answersNothingWhilePaused_andGoesOnAfterwards(CassandraProcess cassandra) {
    assertThat(CqlProbe.answers(cassandra.address())).isTrue();

    cassandra.pause();
    assertThat(cassandra.isRunning()).isTrue();
    // Each of its threads stops by itself, so one may still answer.
    await("silence").until(() -> !CqlProbe.answers(cassandra.address()));

    cassandra.resume();
    assertThat(CqlProbe.answers(cassandra.address())).isTrue();
  }

  @Test
  void failsWithOneLineAndNoProcess_whenThePortIsTaken() throws Exception {
    List<ProcessHandle> before = ProcessHandle.current().children().toList();
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CassandraOptions options =
          CassandraOptions.named("taken-port")
              .at(new CassandraOptions.Node("127.0.0.1", taken.getLocalPort(), 0));

      assertThatThrownBy(() -> CassandraProcess.start(options))
          .isInstanceOf(CassandraStartException.class)
          .hasMessage("Port %d on 127.0.0.1 is taken by another process", taken.getLocalPort());
    }
    assertThat(ProcessHandle.current().children().toList()).isEqualTo(before);
  }

  @Test
  void failsWithTheServersOwnReasonAndNoProcess_whenItDoesNotComeUp() {
    List<ProcessHandle> before = ProcessHandle.current().children().toList();
    CassandraOptions options =
        CassandraOptions.named("bad-seed")
            .in(new CassandraOptions.Cluster("quipu", List.of("no.such.host.invalid:7000")));

    assertThatThrownBy(() -> CassandraProcess.start(options))
        .isInstanceOf(CassandraStartException.class)
        .hasMessageStartingWith("Cassandra ended while starting: Exception encountered")
        .hasMessageContaining("lists no seeds")
        .hasMessageNotContaining("\n");
    assertThat(ProcessHandle.current().children().toList()).isEqualTo(before);
  }

  @Test
  void refusesASecondServerOnOneDirectory(CassandraProcess cassandra) {
    CassandraOptions same =
        CassandraOptions.named(cassandra.log().getParent().getParent().getFileName().toString());

    assertThatThrownBy(() -> CassandraProcess.start(same))
        .isInstanceOf(CassandraStartException.class)
        .hasMessageContaining("Another Cassandra uses");
  }
}
