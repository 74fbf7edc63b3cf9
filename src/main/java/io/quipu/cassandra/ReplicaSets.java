package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import io.quipu.counter.CounterName;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * Which counters have their partitions on the same nodes, where namespace and counter are the
 * partition key. A query over those is answered by each of the nodes alone, like one for a single
 * partition.
 */
final class ReplicaSets {
  private final CassandraSession session;
  private final CqlIdentifier keyspace;

  ReplicaSets(CassandraSession session) {
    this.session = session;
    this.keyspace = session.keyspace();
  }

  /** Equal for counters of the same replicas, as far as the driver knows them. */
  Object of(CounterName counter) {
    if (session.nodes() == 1) {
      return Set.of();
    }
    return session
        .metadata()
        .getTokenMap()
        .map(tokens -> tokens.getReplicas(keyspace, routingKey(counter)))
        .orElse(Set.of());
  }

  /** As Cassandra composes it: each part with its length before it and a zero after it. */
  static ByteBuffer routingKey(CounterName counter) {
    byte[] namespace = counter.namespace().getBytes(StandardCharsets.UTF_8);
    byte[] name = counter.name().getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(namespace.length + name.length + 6)
        .putShort((short) namespace.length)
        .put(namespace)
        .put((byte) 0)
        .putShort((short) name.length)
        .put(name)
        .put((byte) 0)
        .flip();
  }
}
