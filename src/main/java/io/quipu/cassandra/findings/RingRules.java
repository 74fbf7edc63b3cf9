package io.quipu.cassandra.findings;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The rules for the ring: nodes that are away, and nodes that join or leave. */
final class RingRules {
  private RingRules() {}

  /**
   * Judges the ring.
   *
   * @param nodes the number of nodes
   * @param away the nodes of the local data centre that did not answer
   * @param gossip the status of each node as gossip has it, such as {@code NORMAL,123}; empty if
   *     nobody said
   */
  static List<Finding> findings(int nodes, Set<String> away, Map<String, String> gossip) {
    List<Finding> found = new ArrayList<>();
    if (!away.isEmpty()) {
      found.add(
          Finding.warning(
              "ring",
              "%d of %d nodes did not answer: %s; nothing is lost while each partition has a majority of its replicas"
                  .formatted(away.size(), nodes, String.join(", ", away)),
              "bring them back; repair the others before one is replaced or removed"
                  + " (docs/operations.md, Replacing a node of Cassandra)"));
    }
    TreeSet<String> moving = new TreeSet<>();
    gossip.forEach(
        (node, status) -> {
          String word = status.split(",", -1)[0].toUpperCase(Locale.ROOT);
          if (word.startsWith("BOOT") || word.equals("LEAVING") || word.equals("MOVING")) {
            moving.add(node + " (" + word + ")");
          }
        });
    if (!moving.isEmpty()) {
      found.add(
          Finding.warning(
              "ring",
              "nodes join or leave: %s; for seconds coordinators may disagree on replicas"
                  .formatted(String.join(", ", moving)),
              "one node at a time, and repair around it (docs/operations.md, Adding or removing a"
                  + " node of Cassandra)"));
    }
    if (found.isEmpty()) {
      found.add(Finding.ok("ring", "%d nodes, all up, none joins or leaves".formatted(nodes)));
    }
    return found;
  }
}
