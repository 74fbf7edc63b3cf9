package io.quipu.testing.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import io.quipu.testing.dev.Alone;
import io.quipu.testing.dev.DocumentedBackup;
import io.quipu.testing.dev.NodeAdministration;
import io.quipu.testing.dev.Thorough;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.management.JMException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Snapshots of three nodes, each of another moment, taken under load as docs/operations.md says,
 * and restored to three new ones.
 */
@Alone
@Thorough
class RingSnapshotIT {
  private static final String KEYSPACE = DocumentedBackup.KEYSPACE;
  private static final int CLIENTS = 4;
  private static final int BETWEEN = 40;

  @TempDir private Path backup;
  private final Findings findings = new Findings();
  private final List<Client> clients = IntStream.range(0, CLIENTS).mapToObj(Client::new).toList();

  /** Sends one event after the other, each with an id, until each is acknowledged. */
  private static final class Client {
    private final String counter;
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger acknowledged = new AtomicInteger();
    private int before;
    private int after;

    Client(int number) {
      this.counter = "client-" + number;
    }

    void run(Http api, AtomicBoolean over) {
      while (!over.get()) {
        int next = sent.incrementAndGet();
        Waits.until("an acknowledgement", () -> record(api, next).status() == 201);
        acknowledged.set(next);
      }
    }

    Http.Answer record(Http api, int id) {
      String event = "{\"id\": \"%d\"}".formatted(id);
      return api.post(Http.path("default", counter) + "/events", "application/json", event);
    }

    long count(Http api) {
      return api.get(Http.path("default", counter)).expect(200).json().getLong("count");
    }
  }

  @Test
  void restoreWhatWasAcknowledged_whenTheNodesAgree() throws Exception {
    takeUnderLoad();
    try (Ring ring = Ring.start()) {
      restore(ring);
      List<Instance> instances = new ArrayList<>();
      try {
        instances.add(new Instance(1, variables(ring), WallClock.RIGHT));
        instances.get(0).awaitReady(WallClock.RIGHT);
        Http api = new Http(instances.get(0).direct());
        clients.forEach(client -> assertRestored(api, client));
      } finally {
        Instance.closeAll(instances);
      }
    }
  }

  private static Map<String, String> variables(Ring ring) {
    return Map.of(
        "QUIPU_CASSANDRA_CONTACT_POINTS", ring.contactPoints(),
        "QUIPU_CASSANDRA_KEYSPACE", KEYSPACE,
        "QUIPU_CASSANDRA_REPLICATION", "3",
        "QUIPU_CASSANDRA_CONNECT_TIMEOUT", "5m",
        "QUIPU_CHECKPOINT_PERIOD", "250ms",
        "QUIPU_HEARTBEAT", "200ms",
        "QUIPU_LEASE", "2s");
  }

  private void takeUnderLoad() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    AtomicBoolean over = new AtomicBoolean();
    List<Instance> instances = new ArrayList<>();
    try (Ring ring = Ring.start()) {
      try {
        for (int i = 1; i <= 2; i++) {
          instances.add(new Instance(i, variables(ring), WallClock.RIGHT));
          instances.get(i - 1).awaitReady(WallClock.RIGHT);
        }
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
          Client client = clients.get(i);
          Http api = new Http(instances.get(i % 2).direct());
          running.add(threads.submit(() -> client.run(api, over)));
        }
        awaitMore();
        CassandraNode away = ring.nodes().get(2);
        away.process().pause();
        awaitMore();
        away.process().resume();
        clients.forEach(client -> client.before = client.acknowledged.get());
        for (List<String> together : DocumentedBackup.commands()) {
          snapshots(ring, together);
        }
        clients.forEach(client -> client.after = client.sent.get());
        over.set(true);
        for (Future<?> each : running) {
          each.get();
        }
      } finally {
        over.set(true);
        Instance.closeAll(instances);
      }
      for (CassandraNode node : ring.nodes()) {
        DocumentedBackup.copy(node.process(), backupOf(node));
      }
    } finally {
      threads.shutdown();
    }
  }

  /** Steps are taken between the nodes. */
  private void snapshots(Ring ring, List<String> tables) throws IOException, JMException {
    for (CassandraNode node : ring.nodes()) {
      try (NodeAdministration administration = node.administration()) {
        administration.snapshot(DocumentedBackup.TAG, tables);
      }
      findings.tell("snapshot of %s: %s", node, tables);
      if (tables.contains(KEYSPACE + ".page")) {
        awaitMore();
      }
    }
  }

  private void awaitMore() {
    List<Integer> now = clients.stream().map(client -> client.acknowledged.get()).toList();
    Waits.until(
        "more events",
        () ->
            IntStream.range(0, CLIENTS)
                .allMatch(i -> clients.get(i).acknowledged.get() >= now.get(i) + BETWEEN));
  }

  private Path backupOf(CassandraNode node) {
    return backup.resolve(node.toString().replace(' ', '-'));
  }

  private void restore(Ring ring) throws Exception {
    createTables(ring);
    for (CassandraNode node : ring.nodes()) {
      try (NodeAdministration administration = node.administration()) {
        DocumentedBackup.load(administration, backupOf(node));
      }
    }
    findings.tell("%d pages differ between nodes", differing(ring));
    assertThat(differing(ring)).isPositive();
    List<String> hosts = ring.nodes().stream().map(CassandraNode::storageAddress).toList();
    for (CassandraNode node : ring.nodes()) {
      try (NodeAdministration administration = node.administration()) {
        administration.repair(KEYSPACE, hosts);
      }
    }
    assertThat(differing(ring)).as("pages that differ after the repair").isZero();
  }

  private static void createTables(Ring ring) throws Exception {
    ProcessBuilder schema =
        WallClock.RIGHT.command().redirectErrorStream(true).redirectOutput(Redirect.INHERIT);
    schema.command().add("schema");
    schema.environment().keySet().removeIf(name -> name.startsWith("QUIPU_"));
    schema.environment().putAll(variables(ring));
    assertThat(schema.start().waitFor()).isZero();
  }

  /** Pages of which some node alone has another step than others. */
  private static int differing(Ring ring) {
    Map<Integer, Set<Long>> steps = new HashMap<>();
    for (Node node : ring.session().getMetadata().getNodes().values()) {
      SimpleStatement own =
          SimpleStatement.newInstance("SELECT DISTINCT page, step FROM " + KEYSPACE + ".page")
              .setConsistencyLevel(ConsistencyLevel.ONE)
              .setNode(node);
      for (Row row : ring.session().execute(own)) {
        steps.computeIfAbsent(row.getInt(0), any -> new HashSet<>()).add(row.getLong(1));
      }
    }
    return (int) steps.values().stream().filter(some -> some.size() > 1).count();
  }

  private void assertRestored(Http api, Client client) {
    long restored = Waits.answer("a count", () -> client.count(api));
    findings.tell(
        "%s: %d acknowledged before the snapshots, %d sent when they were there, %d restored",
        client.counter, client.before, client.after, restored);
    assertThat(restored).isBetween((long) client.before, (long) client.after);
    assertProven(api, client, restored);
    for (int id = 1; id <= client.sent.get(); id++) {
      int next = id;
      Waits.until("an acknowledgement", () -> client.record(api, next).status() == 201);
    }
    assertProven(api, client, client.sent.get());
  }

  private static void assertProven(Http api, Client client, long count) {
    Waits.until("all to be settled", () -> settled(api, client) == count);
    assertThat(client.count(api)).isEqualTo(count);
    JsonObject recount =
        Waits.answer(
            "a recount",
            () ->
                api.post(Http.path("default", client.counter) + "/recount", "application/json", "")
                    .expect(200)
                    .json());
    assertThat(recount.getLong("drift")).as(recount.encode()).isZero();
    assertThat(recount.getLong("recounted")).as(recount.encode()).isEqualTo(count);
    assertThat(recount.getBoolean("complete")).as(recount.encode()).isTrue();
  }

  private static long settled(Http api, Client client) {
    return api.get(Http.path("default", client.counter))
        .expect(200)
        .json()
        .getJsonObject("settled")
        .getLong("count");
  }
}
