package io.quipu.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import io.quipu.lab.cluster.Ledger.Doubt;
import io.quipu.testing.dev.Alone;
import io.quipu.testing.dev.DocumentedBackup;
import io.quipu.testing.dev.NodeAdministration;
import io.quipu.testing.dev.Thorough;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
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
  private static final int BETWEEN = 1_000;

  @TempDir private Path backup;

  @Test
  void restoreWhatWasAcknowledged_whenTheNodesAgree() throws Exception {
    Space space = Space.of("default", "", Content.DELTAS, Doubt.SENT_AGAIN, true, CLIENTS);
    Map<Ledger, Long> before = new HashMap<>();
    Map<Ledger, Long> after = new HashMap<>();
    long seed = Long.getLong("seed", new Random().nextInt(1_000_000));
    try (Ring ring = Ring.start()) {
      try (Stage stage = new Stage(seed, KEYSPACE, List.of(space))) {
        launch(ring, stage);
        launch(ring, stage);
        takeUnderLoad(ring, stage, before, after);
      }
      for (CassandraNode node : ring.nodes()) {
        DocumentedBackup.copy(node.process(), backupOf(node));
      }
    }
    try (Ring ring = Ring.start();
        Stage stage = new Stage(seed, KEYSPACE, List.of(space))) {
      restore(ring, stage);
      Http api = launch(ring, stage).direct();
      for (Ledger ledger : space.ledgers()) {
        long restored = Waits.answer("a count", () -> count(api, ledger));
        stage
            .findings()
            .tell(
                "%s: %d acknowledged before the snapshots, %d sent when they were there, %d restored",
                ledger, before.get(ledger), after.get(ledger), restored);
        assertThat(restored).isBetween(before.get(ledger), after.get(ledger));
        assertProven(api, ledger, restored);
      }
      stage.withIds(List.of(api)).redeliverAll(Integer.MAX_VALUE);
      space.ledgers().forEach(ledger -> assertProven(api, ledger, ledger.acknowledged()));
    }
  }

  private static Instance launch(Ring ring, Stage stage) throws IOException {
    Instance instance = stage.launch(variables(ring, stage), WallClock.RIGHT);
    instance.awaitReady(WallClock.RIGHT);
    return instance;
  }

  private static Map<String, String> variables(Ring ring, Stage stage) {
    Map<String, String> variables = stage.variables(ring.contactPoints(), "3");
    variables.put("QUIPU_CHECKPOINT_PERIOD", "250ms");
    variables.put("QUIPU_HEARTBEAT", "200ms");
    variables.put("QUIPU_LEASE", "2s");
    return variables;
  }

  private static void takeUnderLoad(
      Ring ring, Stage stage, Map<Ledger, Long> before, Map<Ledger, Long> after) throws Exception {
    try (Load load = new Load()) {
      stage.send(load, CLIENTS, Stage.direct(stage.instances()));
      stage.awaitAcknowledged("events", BETWEEN);
      CassandraNode away = ring.nodes().get(2);
      away.process().pause();
      stage.awaitAcknowledged("events without a node", BETWEEN);
      away.process().resume();
      stage.ledgers().forEach(ledger -> before.put(ledger, ledger.acknowledged()));
      for (List<String> together : DocumentedBackup.commands()) {
        snapshots(ring, stage, together);
      }
      stage.ledgers().forEach(ledger -> after.put(ledger, ledger.attempted()));
      load.finish();
    }
  }

  /** Steps are taken between the nodes. */
  private static void snapshots(Ring ring, Stage stage, List<String> tables)
      throws IOException, JMException {
    for (CassandraNode node : ring.nodes()) {
      long steps = steps(ring);
      try (NodeAdministration administration = node.administration()) {
        administration.snapshot(DocumentedBackup.TAG, tables);
      }
      stage.findings().tell("snapshot of %s: %s", node, tables);
      if (tables.contains(KEYSPACE + ".page")) {
        stage.awaitAcknowledged("more events", BETWEEN);
        Waits.until("a page to take a step", () -> steps(ring) > steps);
      }
    }
  }

  /** How many steps a majority knows of, of all pages. */
  private static long steps(Ring ring) {
    SimpleStatement all =
        SimpleStatement.newInstance("SELECT DISTINCT page, step FROM " + KEYSPACE + ".page")
            .setConsistencyLevel(ConsistencyLevel.QUORUM);
    return ring.session().execute(all).all().stream().mapToLong(row -> row.getLong(1)).sum();
  }

  private Path backupOf(CassandraNode node) {
    return backup.resolve(node.toString().replace(' ', '-'));
  }

  private void restore(Ring ring, Stage stage) throws Exception {
    createTables(variables(ring, stage));
    for (CassandraNode node : ring.nodes()) {
      try (NodeAdministration administration = node.administration()) {
        DocumentedBackup.load(administration, backupOf(node));
      }
    }
    // A node may ask another one for what it has itself.
    Waits.until("pages to differ between nodes", () -> differing(ring) > 0);
    stage.findings().tell("%d pages differ between nodes", differing(ring));
    ring.repair(KEYSPACE);
    assertThat(differing(ring)).as("pages that differ after the repair").isZero();
  }

  private static void createTables(Map<String, String> variables) throws Exception {
    ProcessBuilder schema =
        WallClock.RIGHT.command().redirectErrorStream(true).redirectOutput(Redirect.INHERIT);
    schema.command().add("schema");
    schema.environment().keySet().removeIf(name -> name.startsWith("QUIPU_"));
    schema.environment().putAll(variables);
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

  private static void assertProven(Http api, Ledger ledger, long count) {
    Waits.until(
        "all to be settled",
        () -> Audit.read(api, ledger).getJsonObject("settled").getLong("count") == count);
    assertThat(count(api, ledger)).isEqualTo(count);
    String path = Http.path(ledger.namespace, ledger.counter) + "/recount";
    JsonObject recount = Waits.answer("a recount", () -> api.recount(path).expect(200).json());
    assertThat(recount.getLong("drift")).as(recount.encode()).isZero();
    assertThat(recount.getLong("recounted")).as(recount.encode()).isEqualTo(count);
    assertThat(recount.getBoolean("complete")).as(recount.encode()).isTrue();
  }

  private static long count(Http api, Ledger ledger) {
    return Audit.read(api, ledger).getLong("count");
  }
}
