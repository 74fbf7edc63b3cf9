package io.quipu.lab.cluster;

import io.quipu.testing.dev.NodeAdministration;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import javax.management.JMException;

/** Faults of Cassandra. Each ends with all nodes seeing one another. */
final class NodeFaults {
  private final Ring ring;
  private final Stage stage;
  private final Findings findings;
  private final Random random;

  NodeFaults(Ring ring, Stage stage) {
    this.ring = ring;
    this.stage = stage;
    this.findings = stage.findings();
    this.random = new Random(stage.random().nextLong());
  }

  List<Fault> all() {
    return List.of(
        new Fault("a node is killed", this::killOne),
        new Fault("two nodes are killed", this::killTwo),
        new Fault("a node is lost and replaced", this::replaceOne),
        new Fault("a node is frozen", this::freezeOne),
        new Fault("answers of a node are swallowed", () -> lose(FaultyProxy.Fault.SWALLOW)),
        new Fault("connections to a node are cut", () -> lose(FaultyProxy.Fault.CUT)),
        new Fault("answers of a node are held back", () -> lose(FaultyProxy.Fault.HOLD)),
        new Fault("rolling restart of the nodes", this::restartAll));
  }

  private CassandraNode any() {
    return ring.nodes().get(random.nextInt(Ring.NODES));
  }

  private void killOne() {
    CassandraNode node = any();
    findings.tell("%s is killed", node);
    node.process().kill();
    awaitAcknowledgements();
    node.process().restart();
    ring.awaitAllUp();
  }

  /**
   * As the runbook says: those that are left are repaired before anything takes its place. One of
   * them was away just before, so that of some events the other two had the only copies.
   */
  private void replaceOne() throws IOException {
    CassandraNode lost = any();
    List<CassandraNode> survivors = ring.nodes().stream().filter(node -> node != lost).toList();
    CassandraNode behind = survivors.get(random.nextInt(survivors.size()));
    findings.tell("%s is killed, and comes back", behind);
    behind.process().kill();
    awaitAcknowledgements();
    behind.process().restart();
    ring.awaitAllUp();
    findings.tell("%s is lost with all that it had; %s are left", lost, survivors);
    lost.lose();
    awaitAcknowledgements();
    Waits.until("those that are left to be repaired", () -> repair(survivors));
    findings.tell("they are repaired; an empty node takes the place of %s", lost);
    lost.replace(survivors.stream().map(CassandraNode::storageAddress).toList());
    ring.awaitAllUp();
    awaitAcknowledgements();
  }

  /** Answers whether it was done; a busy machine may need more than one try. */
  private boolean repair(List<CassandraNode> survivors) throws JMException {
    List<String> hosts = survivors.stream().map(CassandraNode::storageAddress).toList();
    try (NodeAdministration administration = survivors.get(0).administration()) {
      administration.repair(stage.keyspace(), hosts);
      return true;
    } catch (IOException e) {
      findings.tell("they are not repaired yet: %s", e);
      return false;
    }
  }

  private void killTwo() {
    int spared = random.nextInt(Ring.NODES);
    CassandraNode one = ring.nodes().get((spared + 1) % Ring.NODES);
    CassandraNode other = ring.nodes().get((spared + 2) % Ring.NODES);
    findings.tell("%s and %s are killed: no quorum", one, other);
    one.process().kill();
    other.process().kill();
    stage.awaitFailures("events to fail without a quorum", 20);
    findings.tell("%s and %s are started", one, other);
    CompletableFuture.allOf(
            CompletableFuture.runAsync(one.process()::restart),
            CompletableFuture.runAsync(other.process()::restart))
        .join();
    ring.awaitAllUp();
  }

  private void freezeOne() {
    CassandraNode node = any();
    Duration time = seconds(5, 20);
    findings.tell("%s is frozen for %d s", node, time.toSeconds());
    node.process().pause();
    Waits.lasting(time);
    awaitAcknowledgements();
    node.process().resume();
    ring.awaitAllUp();
  }

  private void lose(FaultyProxy.Fault fault) {
    CassandraNode node = any();
    Duration time = seconds(3, 12);
    double share = random.nextBoolean() ? 1 : 0.5;
    findings.tell(
        "answers of %s: %s for %d s, on %.0f %% of its connections",
        node, fault, time.toSeconds(), share * 100);
    node.proxy().begin(fault, share);
    Waits.lasting(time);
    node.proxy().end();
  }

  private void restartAll() {
    for (CassandraNode node : ring.nodes()) {
      findings.tell("%s is restarted", node);
      node.process().restart();
      ring.awaitAllUp();
    }
  }

  /** A quorum is there, and must be enough. */
  private void awaitAcknowledgements() {
    stage.awaitAcknowledged("a quorum to be enough", 50);
  }

  private Duration seconds(int least, int most) {
    return Duration.ofSeconds(least + random.nextInt(most - least + 1));
  }
}
