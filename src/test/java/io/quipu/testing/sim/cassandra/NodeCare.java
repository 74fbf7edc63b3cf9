package io.quipu.testing.sim.cassandra;

import io.quipu.testing.sim.core.SeededRandom;

/**
 * How those who run Cassandra treat its nodes.
 *
 * @param repairsFirst whether those that are left are repaired before a lost one is replaced
 * @param repairsPaxos whether that gives them a lower bound of ballots, as {@code paxos_variant:
 *     v2} does
 * @param clocksApart by how many nanoseconds their clocks may differ
 * @param remembers how many nanoseconds their Paxos state lives, or 0 for ever
 */
public record NodeCare(
    boolean repairsFirst, boolean repairsPaxos, long clocksApart, long remembers) {
  /** From the loss of a node to the repair of the others, at least: writes in flight have ended. */
  static final long LEAST_AWAY = 4 * SeededRandom.SECOND;

  /** Nobody loses a node, or what it has promised: clocks may say what they like. */
  public static final NodeCare NO_LOSS = new NodeCare(true, false, hours(2), 0);

  /** Paxos repair comes with each repair, and what it has seen is all that is forgotten. */
  public static final NodeCare V2 = new NodeCare(true, true, hours(2), 0);

  /** Clocks differ by less than a replacement takes, and by less than what is promised lives. */
  public static final NodeCare V1 =
      new NodeCare(true, false, LEAST_AWAY - SeededRandom.SECOND, 20 * SeededRandom.SECOND);

  private static long hours(long hours) {
    return hours * 3_600 * SeededRandom.SECOND;
  }

  public NodeCare repairingFirst(boolean first) {
    return new NodeCare(first, repairsPaxos, clocksApart, remembers);
  }

  public NodeCare withClocksApart(long nanos) {
    return new NodeCare(repairsFirst, repairsPaxos, nanos, remembers);
  }
}
