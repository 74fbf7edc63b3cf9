package io.quipu.lab.strategies;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import io.quipu.cassandra.driver.Connection;
import io.quipu.lab.strategies.service.QuipuInstances;
import io.quipu.lab.strategies.strategy.OwnKeyspace;
import io.quipu.ops.config.CassandraConfig;
import io.quipu.ops.config.Config;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The ground of one comparison: a session, a new keyspace, and instances of the service over the
 * keyspace. {@link #close} stops the instances, drops the keyspace unless it is kept, and closes
 * the session. Only the first call of {@code close} has an effect. For any thread.
 */
final class Ground implements AutoCloseable {
  private static final int USUAL_REPLICAS = 3;

  private final CqlSession session;
  private final OwnKeyspace keyspace;
  private final QuipuInstances quipu;
  private final boolean kept;
  private final Consumer<String> complaints;
  private boolean closed;

  private Ground(
      CqlSession session,
      OwnKeyspace keyspace,
      QuipuInstances quipu,
      boolean kept,
      Consumer<String> complaints) {
    this.session = session;
    this.keyspace = keyspace;
    this.quipu = quipu;
    this.kept = kept;
    this.complaints = complaints;
  }

  /**
   * Connects, and creates the keyspace that the configuration names.
   *
   * @param kept whether the keyspace stays after {@link #close}
   * @param complaints receives a sentence if instances do not stop or the keyspace is not dropped
   * @throws io.quipu.cassandra.driver.CassandraUnusable if no session can be opened; the message is
   *     one line for the operator
   */
  static Ground prepare(Config config, boolean kept, Consumer<String> complaints) {
    CassandraConfig cassandra = config.cassandra();
    CqlSession session = Connection.open(cassandra);
    try {
      OwnKeyspace keyspace =
          OwnKeyspace.create(session, cassandra.keyspace(), replication(session, cassandra));
      return new Ground(session, keyspace, new QuipuInstances(config), kept, complaints);
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /** Returns the given replication, or else three replicas, or one for each node if fewer. */
  private static String replication(CqlSession session, CassandraConfig config) {
    String local = config.localDatacenter();
    long nodes =
        session.getMetadata().getNodes().values().stream()
            .filter(node -> local.equals(node.getDatacenter()))
            .count();
    Map<String, Integer> replicas =
        config.replication().isEmpty()
            ? Map.of(local, (int) Math.min(USUAL_REPLICAS, nodes))
            : config.replication();
    return new TreeMap<>(replicas)
        .entrySet().stream()
            .map(entry -> ", '" + entry.getKey() + "': " + entry.getValue())
            .collect(Collectors.joining("", "{'class': 'NetworkTopologyStrategy'", "}"));
  }

  OwnKeyspace keyspace() {
    return keyspace;
  }

  QuipuInstances quipu() {
    return quipu;
  }

  /** Describes the cluster in a few words. */
  String inWords() {
    String versions =
        session.getMetadata().getNodes().values().stream()
            .map(node -> String.valueOf(node.getCassandraVersion()))
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    String replicas =
        session
            .refreshSchema()
            .getKeyspace(keyspace.name())
            .map(found -> new TreeMap<>(found.getReplication()))
            .orElseGet(TreeMap::new)
            .entrySet()
            .stream()
            .filter(entry -> !entry.getKey().equals("class"))
            .map(entry -> entry.getValue() + " in " + entry.getKey())
            .collect(Collectors.joining(", "));
    return "Cassandra "
        + versions
        + ", nodes: "
        + session.getMetadata().getNodes().size()
        + ", replicas: "
        + replicas;
  }

  synchronized boolean isClosed() {
    return closed;
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      quipu.close();
    } catch (RuntimeException e) {
      complaints.accept("An instance did not stop in order: " + e.getMessage());
    }
    if (!kept) {
      try {
        keyspace.drop();
      } catch (DriverException e) {
        complaints.accept(
            "Keyspace " + keyspace.name() + " was not dropped, drop it: " + e.getMessage());
      }
    }
    session.close();
  }
}
