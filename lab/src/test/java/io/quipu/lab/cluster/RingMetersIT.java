package io.quipu.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.cassandra.CassandraStores;
import io.quipu.cassandra.session.OwnerContext;
import io.quipu.cassandra.session.TestSessions;
import io.quipu.testing.dev.Alone;
import io.quipu.testing.dev.FreePort;
import io.quipu.testing.dev.NodeAdministration;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Operators are told of nodes that are away, come or go. */
@Alone
@Thorough
class RingMetersIT {
  private final MeterRegistry registry = new SimpleMeterRegistry();

  @Test
  void tellsOfANodeThatComes_isAway_andIsRemoved() throws Exception {
    int storagePort = FreePort.on(DirectAddresses.node(1));
    List<String> seeds =
        List.of(
            DirectAddresses.node(1) + ":" + storagePort,
            DirectAddresses.node(2) + ":" + storagePort);
    try (CassandraNode first = start(1, storagePort, seeds);
        OwnerContext context = new OwnerContext()) {
      CassandraStores.open(
          context.vertx(),
          TestSessions.config(first.proxy().address(), "ring"),
          List.of(),
          registry);
      assertThat(nodes("up")).isEqualTo(1);
      assertThat(nodes("down")).isZero();
      assertThat(changes("added")).isZero();

      try (CassandraNode second = start(2, storagePort, seeds)) {
        Waits.until("a node that came", () -> nodes("up") == 2 && changes("added") == 1);
        String lost;
        try (NodeAdministration administration = second.administration()) {
          lost = administration.hostId();
        }
        second.lose();
        Waits.until("a node that is away", () -> nodes("up") == 1 && nodes("down") == 1);
        assertThat(changes("removed")).isZero();
        Waits.until("a node to be removed", () -> remove(first, lost));
        Waits.until("a node that is gone", () -> nodes("down") == 0 && changes("removed") == 1);
      }
    }
  }

  private static CassandraNode start(int number, int storagePort, List<String> seeds)
      throws Exception {
    return CassandraNode.start(number, storagePort, seeds, TestCassandra.LOCAL_DATACENTER);
  }

  /** The others may not know yet that it is away. */
  private static boolean remove(CassandraNode node, String lost) throws Exception {
    try (NodeAdministration administration = node.administration()) {
      administration.removeNode(lost);
      return true;
    }
  }

  private double nodes(String state) {
    return Objects.requireNonNull(
            registry.find("quipu.cassandra.ring.nodes").tag("state", state).gauge())
        .value();
  }

  private double changes(String change) {
    return Objects.requireNonNull(
            registry.find("quipu.cassandra.ring.changes").tag("change", change).counter())
        .count();
  }
}
