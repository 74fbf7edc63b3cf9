package io.quipu.cassandra.findings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * The rules for the clocks of the nodes. A conditional write that was answered as applied can be
 * hidden if replicas have forgotten a ballot of a clock that was further ahead.
 *
 * @param usual the largest difference with which nothing is lost while nodes are replaced
 * @param most the largest difference with which nothing is lost while no node is
 */
record ClockRules(Duration usual, Duration most) {
  /** Replicas remember ballots for at least three hours. */
  private static final Duration REMEMBERED = Duration.ofHours(3);

  /** A node must be lost and replaced between two writes. */
  private static final Duration REPLACED = Duration.ofSeconds(30);

  /** No bound of the protocol: clocks so far apart are broken. */
  private static final Duration ANY = Duration.ofDays(1);

  static ClockRules of(NodeSettings nodes) {
    if (!nodes.any("paxos_state_purging", value -> !value.equals("repaired"))) {
      return new ClockRules(REPLACED, ANY);
    }
    return new ClockRules(REPLACED, REMEMBERED);
  }

  /** The clocks that the protocol needs, in words. */
  String needed() {
    return most.equals(ANY)
        ? "conditional writes need no clocks"
        : "clocks of nodes must be within "
            + Durations.text(most)
            + ", and within "
            + Durations.text(usual)
            + " while a node is replaced";
  }

  /**
   * Compares clocks.
   *
   * @param offsets of the clock of each node against the clock of this process
   */
  Finding findings(Map<String, Duration> offsets) {
    List<Duration> all = new ArrayList<>(offsets.values());
    Duration apart = Collections.max(all).minus(Collections.min(all));
    String shown = "clocks of %d nodes differ by %s".formatted(all.size(), Durations.text(apart));
    if (apart.compareTo(most) > 0) {
      return Finding.broken(
          "clocks",
          shown + ": a conditional write may be hidden by an earlier one, so counts may be wrong",
          "synchronise the clocks of all nodes (chrony, NTP)");
    }
    return apart.compareTo(usual) > 0
        ? Finding.warning(
            "clocks",
            shown + ": a conditional write may be lost when a node is replaced",
            "synchronise the clocks of all nodes (chrony, NTP)")
        : Finding.ok("clocks", shown);
  }
}
