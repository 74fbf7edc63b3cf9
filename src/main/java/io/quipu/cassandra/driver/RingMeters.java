package io.quipu.cassandra.driver;

import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.metadata.NodeStateListenerBase;
import com.datastax.oss.driver.api.core.session.Session;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.function.Predicate;

/**
 * Meters of the ring, as the driver knows the ring: nodes up and down, nodes added and removed. A
 * node that replaces a down node at the same address is not counted as added, nor the down node as
 * removed, because the driver takes both for one node. The driver calls from its own threads.
 */
public final class RingMeters extends NodeStateListenerBase {
  private static final String NODES = "quipu.cassandra.ring.nodes";

  private final MeterRegistry registry;
  private final Counter added;
  private final Counter removed;
  private volatile boolean known;

  RingMeters(MeterRegistry registry) {
    this.registry = registry;
    this.added = changes("added");
    this.removed = changes("removed");
  }

  private Counter changes(String change) {
    return Counter.builder("quipu.cassandra.ring.changes")
        .description("Nodes that were added to the ring of Cassandra, or removed from it")
        .tag("change", change)
        .register(registry);
  }

  public static boolean isUp(Node node) {
    return node.getState() == NodeState.UP || node.getState() == NodeState.UNKNOWN;
  }

  /** Registers the gauges of a session. They replace the gauges of an earlier session. */
  @Override
  public void onSessionReady(Session session) {
    nodes(session, "up", RingMeters::isUp);
    nodes(session, "down", node -> !isUp(node));
    known = true;
  }

  private void nodes(Session session, String state, Predicate<Node> counted) {
    Gauge former = registry.find(NODES).tag("state", state).gauge();
    if (former != null) {
      registry.remove(former);
    }
    Gauge.builder(
            NODES,
            session,
            s -> s.getMetadata().getNodes().values().stream().filter(counted).count())
        .description("Nodes of the ring of Cassandra by their state")
        .tags(Tags.of("state", state))
        .strongReference(true)
        .register(registry);
  }

  @Override
  public void onAdd(Node node) {
    if (known) {
      added.increment();
    }
  }

  @Override
  public void onRemove(Node node) {
    if (known) {
      removed.increment();
    }
  }

  @Override
  public void close() {}
}
