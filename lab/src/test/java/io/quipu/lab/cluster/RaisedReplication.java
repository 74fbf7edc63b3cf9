package io.quipu.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.metadata.NodeState;
import io.quipu.testing.dev.TestCassandra;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;

/**
 * One replica becomes three by the procedure of docs/deploy.md, and the node that had everything is
 * away for a while. At the end the keyspace is altered while instances run, as it must not be: from
 * the change until they see it, nothing is promised.
 */
final class RaisedReplication {
  private static final int CLIENTS = 4;
  private static final int MUCH = 300;
  private static final Pattern STATEMENT = Pattern.compile("\"(ALTER TABLE [^\"]*)\"");

  private final Ring ring;
  private final Stage stage;

  private RaisedReplication(Ring ring, Stage stage) {
    this.ring = ring;
    this.stage = stage;
  }

  /** Answers which promises were broken; prints what happens. */
  static List<String> violations(long seed) throws Exception {
    try (Ring ring = Ring.alone();
        Stage stage = new Stage(seed)) {
      new RaisedReplication(ring, stage).run();
      return stage.findings().violations();
    }
  }

  private void run() throws Exception {
    Instance counting = launch();
    counting.awaitReady(WallClock.RIGHT);
    stage.createNamespaces();
    count(List.of(counting));
    join();
    count(List.of(counting));

    assertThat(counting.stop()).isZero();
    alter(Ring.NODES);
    String statement = assertRefused(launch());
    repair();
    ring.session().execute(statement);
    List<Instance> both = stage.instances();
    for (Instance instance : both) {
      instance.start(WallClock.RIGHT);
      instance.awaitReady(WallClock.RIGHT);
    }
    count(both);
    CassandraNode first = ring.nodes().get(0);
    first.process().kill();
    stage.findings().tell("the node that had everything is away");
    assertCounts(both);
    count(both);
    assertCounts(both);
    first.process().restart();
    Waits.answer("all replicas", () -> new EventRows(ring.session(), Stage.KEYSPACE));
    stage.audit(ring.session(), Stage.direct(both.subList(0, 1)));

    alter(Ring.NODES - 1);
    both.forEach(this::awaitStopped);
  }

  private Instance launch() throws IOException {
    return stage.launch(stage.variables(ring.contactPoints(), "1"), WallClock.RIGHT);
  }

  private void count(List<Instance> instances) throws Exception {
    try (Load load = new Load()) {
      stage.send(load, CLIENTS, Stage.direct(instances));
      stage.awaitAcknowledged("events", MUCH);
      load.finish();
    }
  }

  /** Each is what was acknowledged, as every client goes on until it is. */
  private void assertCounts(List<Instance> instances) {
    for (Instance instance : instances) {
      Http http = instance.direct();
      for (Ledger ledger : stage.ledgers()) {
        String path = Http.path(ledger.namespace, ledger.counter);
        Waits.until(path + " to be read at " + instance, () -> http.get(path).status() == 200);
        JsonObject read = http.get(path).expect(200).json();
        assertThat(read.getLong("count"))
            .as("%s at %s: %s", path, instance, read.encode())
            .isEqualTo(ledger.acknowledged());
      }
    }
    stage.findings().tell("%d counters are exact", stage.ledgers().size());
  }

  private void join() throws IOException {
    while (ring.nodes().size() < Ring.NODES) {
      ring.join();
    }
    Waits.until(
        "all nodes to be there",
        () ->
            ring.session().getMetadata().getNodes().values().stream()
                    .filter(node -> node.getState() == NodeState.UP)
                    .count()
                == Ring.NODES);
    Waits.until("all nodes to know all owners", ring::isAgreed);
    stage.findings().tell("%d nodes, one replica", Ring.NODES);
  }

  private void alter(int replicas) {
    ring.session()
        .execute(
            "ALTER KEYSPACE %s WITH replication = {'class': 'NetworkTopologyStrategy', '%s': %d}"
                .formatted(Stage.KEYSPACE, TestCassandra.LOCAL_DATACENTER, replicas));
  }

  private void awaitStopped(Instance counting) {
    Http http = counting.direct();
    Waits.until(
        counting + " to stop",
        () -> http.get("/readyz").text().contains("nodetool repair --full " + Stage.KEYSPACE));
    http.post(Http.path("stage", "c1") + "/events", "application/json", "{}").expect(503);
    http.get(Http.path("stage", "c1")).expect(503);
  }

  /** Answers the statement that it says to execute when all is repaired. */
  private String assertRefused(Instance starting) {
    assertThat(starting.awaitEnd()).as(starting.lastLine()).isEqualTo(1);
    Matcher named = STATEMENT.matcher(starting.lastLine());
    assertThat(named.find()).as(starting.lastLine()).isTrue();
    stage.findings().tell("refused: %s", starting.lastLine());
    return named.group(1);
  }

  private void repair() throws IOException, JMException {
    ring.repair(Stage.KEYSPACE);
    stage.findings().tell("repaired");
  }
}
