package io.quipu.testing.e2e;

import static io.quipu.testing.e2e.ShutdownIT.SHORT_LEASE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.testing.dev.CassandraProcess;
import io.quipu.testing.dev.DocumentedBackup;
import io.quipu.testing.dev.FreePort;
import io.quipu.testing.dev.NodeAdministration;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Snapshots of Cassandra that are taken while events are recorded and settled, in the order that
 * docs/operations.md says, and restored to a new node.
 */
@EndToEnd
@Thorough
class SnapshotIT {
  private static final String KEYSPACE = DocumentedSnapshots.KEYSPACE;
  private static final int CLIENTS = 4;
  private static final int EVENTS = 150;

  @TempDir private Path backup;
  private final List<Client> clients = IntStream.range(0, CLIENTS).mapToObj(Client::new).toList();

  /** Sends one event after the other, each with an id, to a counter of its own. */
  private static final class Client {
    private final String counter;
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger acknowledged = new AtomicInteger();
    private int before;
    private int after;

    Client(int number) {
      this.counter = "client " + number;
    }

    void run(Api api, BooleanSupplier over) {
      while (!over.getAsBoolean()) {
        int next = sent.incrementAndGet();
        api.record("default", counter, "{\"id\": \"" + next + "\"}").expect(201);
        acknowledged.set(next);
      }
    }

    String all() {
      return Api.array(
          IntStream.rangeClosed(1, sent.get()).boxed().toList(), "{\"id\": \"%d\"}"::formatted);
    }
  }

  @Test
  void restoreAPrefixOfWhatWasAcknowledged_andItsIds() throws Exception {
    takeUnderLoad();
    int port = FreePort.on("127.0.0.1");
    try (CassandraProcess fresh = DocumentedSnapshots.node("SnapshotIT-restored", port)) {
      DocumentedSnapshots.restore(fresh, port, backup);
      try (RunningQuipu quipu = RunningQuipu.start(1, fresh.address(), KEYSPACE, SHORT_LEASE)) {
        clients.forEach(client -> assertPrefix(quipu.api(0), client));
      }
    }
  }

  private void takeUnderLoad() throws Exception {
    int port = FreePort.on("127.0.0.1");
    try (CassandraProcess first = DocumentedSnapshots.node("SnapshotIT", port);
        NodeAdministration administration = new NodeAdministration(port)) {
      try (RunningQuipu quipu = RunningQuipu.start(2, first.address(), KEYSPACE, SHORT_LEASE);
          Clients running =
              Clients.start(CLIENTS, i -> over -> clients.get(i).run(quipu.api(i % 2), over))) {
        assertThat(DocumentedBackup.commands().stream().flatMap(List::stream))
            .as("every table is in the documented order, once")
            .containsExactlyInAnyOrderElementsOf(tables(first));
        awaitMore();
        await()
            .until(
                () ->
                    clients.stream()
                        .allMatch(
                            one -> quipu.api(0).count("default", one.counter).settledCount() > 0));
        clients.forEach(client -> client.before = client.acknowledged.get());
        DocumentedBackup.take(administration);
        clients.forEach(client -> client.after = client.sent.get());
        awaitMore();
        running.end();
      }
      DocumentedBackup.copy(first, backup);
    }
  }

  private void awaitMore() {
    List<Integer> now = clients.stream().map(client -> client.acknowledged.get()).toList();
    await()
        .until(
            () ->
                IntStream.range(0, CLIENTS)
                    .allMatch(i -> clients.get(i).acknowledged.get() >= now.get(i) + EVENTS));
  }

  private static void assertPrefix(Api api, Client client) {
    int restored = (int) api.settled("default", client.counter).count();
    System.out.printf(
        "%s: %d acknowledged before the snapshots, %d sent when they were there, %d restored, %d"
            + " sent in all%n",
        client.counter, client.before, client.after, restored, client.sent.get());
    assertThat(restored).isBetween(client.before, client.after);
    assertProven(api, client, restored);

    List<String> outcomes = new ArrayList<>(Collections.nCopies(restored, "duplicate"));
    outcomes.addAll(Collections.nCopies(client.sent.get() - restored, "counted"));
    assertThat(api.outcomes("default", client.counter, client.all())).isEqualTo(outcomes);
    assertProven(api, client, client.sent.get());
  }

  private static void assertProven(Api api, Client client, int count) {
    assertThat(api.settled("default", client.counter).count()).isEqualTo(count);
    api.assertRecounts("default", client.counter, count);
    assertThat(api.windowSum("default", client.counter, "minute")).isEqualTo(count);
  }

  /** But for those that the schema command fills. */
  private static List<String> tables(CassandraProcess node) {
    try (CqlSession session = TestCassandra.connect(node.address())) {
      return session
          .refreshSchema()
          .getKeyspace(KEYSPACE)
          .orElseThrow()
          .getTables()
          .keySet()
          .stream()
          .map(table -> table.asInternal())
          .filter(table -> !table.startsWith("schema_"))
          .map(table -> KEYSPACE + "." + table)
          .toList();
    }
  }
}
