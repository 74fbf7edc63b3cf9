package io.quipu.cassandra.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.cassandra.session.TestSessions;
import io.quipu.ops.config.CassandraConfig;
import io.quipu.ops.config.Consistency;
import io.quipu.ops.config.ContactPoint;
import io.quipu.ops.config.LayoutConfig;
import io.quipu.ops.config.SchemaChanges;
import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.TestPatience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CassandraExtension.class)
class ConnectionIT {
  @Test
  void givesUpInTime_withOneLine_whenNobodyAnswers() throws IOException {
    ContactPoint nobody = new ContactPoint("127.0.0.1", unusedPort());
    long start = System.nanoTime();

    assertThatThrownBy(() -> TestSessions.openAndClose(config(nobody, "datacenter1", null)))
        .isInstanceOf(CassandraUnusable.class)
        .hasMessageContaining("Could not connect to Cassandra at " + nobody + " within 2 s")
        .hasMessageContaining("QUIPU_CASSANDRA_CONTACT_POINTS")
        .message()
        .doesNotContain("\n");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(TestPatience.LIMIT);
  }

  @Test
  void namesTheHost_whenItsNameIsUnknown() {
    ContactPoint unknown = new ContactPoint("no-such-host.invalid", 9042);

    assertThatThrownBy(() -> TestSessions.openAndClose(config(unknown, "datacenter1", null)))
        .isInstanceOf(CassandraUnusable.class)
        .hasMessageContaining("no-such-host.invalid");
  }

  @Test
  void connectsAsSoonAsCassandraAnswers(TestCassandra cassandra) throws IOException {
    InetSocketAddress door = new InetSocketAddress(InetAddress.getLoopbackAddress(), unusedPort());
    CassandraConfig patient = TestSessions.config(door, cassandra.reservedKeyspace());

    CompletableFuture<Void> opening =
        CompletableFuture.runAsync(() -> TestSessions.openAndClose(patient));
    assertThat(opening).isNotDone();
    try (Door ignored = new Door(door.getPort(), cassandra)) {
      opening.join();
    }
  }

  @Test
  void namesTheDataCentresThereAre_whenTheLocalOneIsNotAmongThem(TestCassandra cassandra) {
    assertThatThrownBy(() -> TestSessions.openAndClose(config(point(cassandra), "atlantis", null)))
        .isInstanceOf(CassandraUnusable.class)
        .hasMessage(
            "QUIPU_CASSANDRA_LOCAL_DC is atlantis, but the nodes reached are in datacenter1:"
                + " set it to one of these");
  }

  @Test
  void namesTheTruststore_whenItCannotBeRead(TestCassandra cassandra) {
    CassandraConfig.Tls tls =
        new CassandraConfig.Tls(
            new CassandraConfig.Store("/no/such/trust.p12", "secret"), null, true);

    assertThatThrownBy(
            () -> TestSessions.openAndClose(config(point(cassandra), "datacenter1", tls)))
        .isInstanceOf(CassandraUnusable.class)
        .hasMessageContaining("/no/such/trust.p12")
        .message()
        .doesNotContain("secret");
  }

  private static ContactPoint point(TestCassandra cassandra) {
    return new ContactPoint(
        cassandra.contactPoint().getHostString(), cassandra.contactPoint().getPort());
  }

  private static CassandraConfig config(
      ContactPoint point, String datacenter, CassandraConfig.@Nullable Tls tls) {
    return new CassandraConfig(
        List.of(point),
        datacenter,
        "quipu",
        Map.of(),
        LayoutConfig.NONE,
        Consistency.QUORUM,
        null,
        tls,
        Duration.ofSeconds(2),
        SchemaChanges.CREATE);
  }

  private static int unusedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** A port that leads to Cassandra from the moment it is opened. */
  private static final class Door implements AutoCloseable {
    private final ServerSocket server;
    private final TestCassandra cassandra;

    Door(int port, TestCassandra cassandra) throws IOException {
      this.server = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
      this.cassandra = cassandra;
      start(this::accept);
    }

    private void accept() {
      try {
        while (true) {
          Socket client = server.accept();
          Socket node = new Socket();
          node.connect(cassandra.contactPoint());
          start(() -> copy(client, node));
          start(() -> copy(node, client));
        }
      } catch (IOException closed) {
        // the door was shut
      }
    }

    private static void copy(Socket from, Socket to) {
      try (from;
          to) {
        from.getInputStream().transferTo(to.getOutputStream());
      } catch (IOException closed) {
        // either side ended the connection
      }
    }

    private static void start(Runnable task) {
      Thread thread = new Thread(task, "door");
      thread.setDaemon(true);
      thread.start();
    }

    @Override
    public void close() {
      try {
        server.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
