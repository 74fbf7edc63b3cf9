package io.quipu.testing.sim.fault;

import io.quipu.testing.sim.Protocol;
import io.quipu.testing.sim.cassandra.NodeCare;
import io.quipu.testing.sim.core.SeededRandom;

/** Mistakes of those who run Cassandra: what the protocol assumes of them. */
final class NodeCareFaults {
  private NodeCareFaults() {}

  static final class ReplacesWithoutRepair extends Protocol {
    @Override
    protected NodeCare care(NodeCare care) {
      return care.repairingFirst(false);
    }
  }

  /** In {@code v1}, where a clock that is ahead by a minute is caught up with, or forgotten. */
  static final class ClocksFarApart extends Protocol {
    @Override
    protected NodeCare care(NodeCare care) {
      return NodeCare.V1.withClocksApart(60 * SeededRandom.SECOND);
    }
  }
}
