package io.quipu.sim.fault;

import io.quipu.sim.Protocol;
import io.quipu.sim.cassandra.NodeCare;
import io.quipu.sim.core.SeededRandom;

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
