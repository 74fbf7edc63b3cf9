package io.quipu.testing.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import io.quipu.testing.dev.FreePort;
import io.quipu.testing.dev.NodeAdministration;
import io.quipu.testing.dev.TestCassandra;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.management.JMException;

/**
 * One replica becomes three: the keyspace is altered while an instance runs, as it must not be, and
 * then by the procedure of docs/deploy.md. Then the node that had everything is away for a while.
 */
final class RaisedReplication implements AutoCloseable {
  private static final int NODES = 3;
  private static final int CLIENTS = 4;
  private static final int MUCH = 300;
  private static final Pattern STATEMENT = Pattern.compile("\"(ALTER TABLE [^\"]*)\"");

  private final Stage stage;
  private final int storagePort = FreePort.on(DirectAddresses.node(1));
  private final List<String> seeds = List.of(DirectAddresses.node(1) + ":" + storagePort);
  private final Deque<CassandraNode> nodes = new ArrayDeque<>();
  private final CqlSession session;

  private RaisedReplication(Stage stage) throws IOException {
    this.stage = stage;
    CassandraNode first =
        CassandraNode.start(1, storagePort, seeds, TestCassandra.LOCAL_DATACENTER);
    nodes.add(first);
    this.session = Ring.connect(first, TestCassandra.LOCAL_DATACENTER);
  }

  /** Answers which promises were broken; prints what happens. */
  static List<String> violations(long seed) throws Exception {
    try (Stage stage = new Stage(seed);
        RaisedReplication run = new RaisedReplication(stage)) {
      run.run();
      return stage.findings().violations();
    }
  }

  private void run() throws Exception {
    Instance counting = launch();
    counting.awaitReady(WallClock.RIGHT);
    stage.createNamespace();
    count(List.of(counting));
    join();
    count(List.of(counting));

    alter();
    awaitStopped(counting);
    String statement = assertRefused(launch());
    assertThat(counting.stop()).isZero();

    repair();
    session.execute(statement);
    List<Instance> both = stage.instances();
    for (Instance instance : both) {
      instance.start(WallClock.RIGHT);
      instance.awaitReady(WallClock.RIGHT);
    }
    count(both);
    nodes.getFirst().process().kill();
    stage.findings().tell("the node that had everything is away");
    assertCounts(both);
    count(both);
    assertCounts(both);
    nodes.getFirst().process().restart();
    Waits.answer("all replicas", () -> new EventRows(session, Stage.KEYSPACE));
    stage.audit(session, both.subList(0, 1));
  }

  private Instance launch() throws IOException {
    Map<String, String> variables = new HashMap<>();
    variables.put(
        "QUIPU_CASSANDRA_CONTACT_POINTS",
        nodes.stream()
            .map(node -> node.proxy().address())
            .map(proxy -> proxy.getHostString() + ":" + proxy.getPort())
            .collect(Collectors.joining(",")));
    variables.put("QUIPU_CASSANDRA_KEYSPACE", Stage.KEYSPACE);
    variables.put("QUIPU_CASSANDRA_REPLICATION", "1");
    variables.put("QUIPU_CASSANDRA_CONNECT_TIMEOUT", "5m");
    return stage.launch(variables);
  }

  private void count(List<Instance> instances) throws Exception {
    try (Load load = new Load()) {
      stage.send(load, CLIENTS, instances);
      stage.awaitAcknowledged("events", MUCH);
      load.finish();
    }
  }

  /** Each is what was acknowledged, as every client goes on until it is. */
  private void assertCounts(List<Instance> instances) {
    for (Instance instance : instances) {
      Http http = new Http(instance.direct());
      for (Ledger ledger : stage.ledgers()) {
        String path = Http.path(ledger.namespace, ledger.counter);
        Waits.until(path + " to be read at " + instance, () -> http.get(path).status() == 200);
        assertThat(http.get(path).expect(200).json().getLong("count"))
            .as("%s at %s", path, instance)
            .isEqualTo(ledger.acknowledged());
      }
    }
    stage.findings().tell("%d counters are exact", stage.ledgers().size());
  }

  private void join() throws IOException {
    for (int number = 2; number <= NODES; number++) {
      nodes.add(CassandraNode.join(number, storagePort, seeds));
    }
    Waits.until(
        "all nodes to be there",
        () ->
            session.getMetadata().getNodes().values().stream()
                    .filter(node -> node.getState() == NodeState.UP)
                    .count()
                == NODES);
    stage.findings().tell("%d nodes, one replica", NODES);
  }

  private void alter() {
    session.execute(
        "ALTER KEYSPACE %s WITH replication = {'class': 'NetworkTopologyStrategy', '%s': %d}"
            .formatted(Stage.KEYSPACE, TestCassandra.LOCAL_DATACENTER, NODES));
  }

  private void awaitStopped(Instance counting) {
    long altered = System.nanoTime();
    Http http = new Http(counting.direct());
    Waits.until(
        "the instance to stop",
        () -> http.get("/readyz").text().contains("nodetool repair --full " + Stage.KEYSPACE));
    stage
        .findings()
        .tell("not ready %d ms after the change", (System.nanoTime() - altered) / 1_000_000);
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
    List<String> hosts = nodes.stream().map(CassandraNode::storageAddress).toList();
    for (CassandraNode node : nodes) {
      try (NodeAdministration administration = node.administration()) {
        administration.repair(Stage.KEYSPACE, hosts);
      }
    }
    stage.findings().tell("repaired");
  }

  @Override
  public void close() throws IOException {
    try (session) {
      List<IOException> failures = new ArrayList<>();
      for (CassandraNode node : nodes) {
        try (node) {
          node.proxy().end();
        } catch (IOException e) {
          failures.add(e);
        }
      }
      if (!failures.isEmpty()) {
        throw failures.get(0);
      }
    }
  }
}
