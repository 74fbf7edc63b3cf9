package io.quipu.lab.cluster;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import io.quipu.testing.dev.FreePort;
import io.quipu.testing.dev.NodeAdministration;
import io.quipu.testing.dev.TestCassandra;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.management.JMException;

/** Three Cassandra nodes that replicate everything three times, or one that two may join. */
final class Ring implements AutoCloseable {
  static final int NODES = 3;

  private static final SimpleStatement ALL_REPLICAS =
      SimpleStatement.newInstance("SELECT id FROM probe.probe WHERE id = 1")
          .setConsistencyLevel(ConsistencyLevel.ALL);

  private final int storagePort = FreePort.on(DirectAddresses.node(1));
  private final List<CassandraNode> nodes = new ArrayList<>();
  private final CqlSession session;

  /**
   * Starts the nodes, one after the other: two that join at once might not see each other.
   *
   * @param centres the data centre of each node
   */
  private Ring(List<String> centres) throws IOException {
    List<String> seeds =
        IntStream.rangeClosed(1, centres.size())
            .mapToObj(number -> DirectAddresses.node(number) + ":" + storagePort)
            .toList();
    try {
      for (String centre : centres) {
        nodes.add(CassandraNode.start(nodes.size() + 1, storagePort, seeds, centre));
      }
      session = connect(nodes.get(0), centres.get(0));
    } catch (IOException | RuntimeException e) {
      Closing.all(nodes);
      throw e;
    }
  }

  /** Starts all nodes in one data centre. */
  static Ring start() throws IOException {
    return start(Collections.nCopies(NODES, TestCassandra.LOCAL_DATACENTER));
  }

  /**
   * Starts all nodes.
   *
   * @param centres the data centre of each node
   */
  static Ring start(List<String> centres) throws IOException {
    Ring ring = new Ring(centres);
    try {
      ring.createProbe(centres);
      ring.awaitAllUp();
      return ring;
    } catch (RuntimeException e) {
      ring.close();
      throw e;
    }
  }

  /** Starts one node, without replicas. */
  static Ring alone() throws IOException {
    return new Ring(List.of(TestCassandra.LOCAL_DATACENTER));
  }

  /** Starts one more, which takes over what is to be its. */
  void join() throws IOException {
    List<String> seeds = List.of(nodes.get(0).storageAddress());
    nodes.add(CassandraNode.join(nodes.size() + 1, storagePort, seeds));
  }

  private static CqlSession connect(CassandraNode node, String centre) {
    return CqlSession.builder()
        .addContactPoint(node.process().address())
        .withLocalDatacenter(centre)
        .withConfigLoader(
            DriverConfigLoader.programmaticBuilder()
                .withClass(DefaultDriverOption.ADDRESS_TRANSLATOR_CLASS, DirectAddresses.class)
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofSeconds(20))
                .withDuration(
                    DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, Duration.ofSeconds(10))
                .withInt(
                    DefaultDriverOption.LOAD_BALANCING_DC_FAILOVER_MAX_NODES_PER_REMOTE_DC, NODES)
                .withDuration(DefaultDriverOption.RECONNECTION_BASE_DELAY, Duration.ofMillis(200))
                .withDuration(DefaultDriverOption.RECONNECTION_MAX_DELAY, Duration.ofSeconds(1))
                .build())
        .build();
  }

  private void createProbe(List<String> centres) {
    String replicas =
        centres.stream()
            .distinct()
            .map(centre -> "'%s': %d".formatted(centre, Collections.frequency(centres, centre)))
            .collect(Collectors.joining(", "));
    session.execute(
        "CREATE KEYSPACE probe WITH replication = {'class': 'NetworkTopologyStrategy', "
            + replicas
            + "}");
    session.execute("CREATE TABLE probe.probe (id int PRIMARY KEY)");
  }

  List<CassandraNode> nodes() {
    return nodes;
  }

  /** A session of the test's own, which goes past the proxies. */
  CqlSession session() {
    return session;
  }

  /** The contact points of instances: the proxies. */
  String contactPoints() {
    return IntStream.range(0, nodes.size())
        .mapToObj(this::contactPoint)
        .collect(Collectors.joining(","));
  }

  /** The contact point of one node, from 0. */
  String contactPoint(int node) {
    InetSocketAddress proxy = nodes.get(node).proxy().address();
    return proxy.getHostString() + ":" + proxy.getPort();
  }

  /** Waits until every node has, as a coordinator, an answer from all three replicas. */
  void awaitAllUp() {
    Waits.until("all nodes to see one another", this::isWhole);
  }

  private boolean isWhole() {
    Collection<Node> known = session.getMetadata().getNodes().values();
    return known.size() == NODES && known.stream().allMatch(this::seesAll);
  }

  private boolean seesAll(Node coordinator) {
    try {
      session.execute(ALL_REPLICAS.setNode(coordinator));
      return true;
    } catch (DriverException notYet) {
      return false;
    }
  }

  /**
   * Tells whether each node knows all as owners of tokens. A coordinator that does not know of a
   * new owner yet asks the old one, which lacks what others have written to the new one.
   */
  boolean isAgreed() throws IOException, JMException {
    for (CassandraNode node : nodes) {
      try (NodeAdministration administration = node.administration()) {
        if (!administration.knowsOwners(nodes.size())) {
          return false;
        }
      }
    }
    return true;
  }

  /** Has the nodes agree, each on what is its. */
  void repair(String keyspace) throws IOException, JMException {
    List<String> hosts = nodes.stream().map(CassandraNode::storageAddress).toList();
    for (CassandraNode node : nodes) {
      try (NodeAdministration administration = node.administration()) {
        administration.repair(keyspace, hosts);
      }
    }
  }

  @Override
  public void close() throws IOException {
    try (session) {
      Closing.all(nodes);
    }
  }
}
