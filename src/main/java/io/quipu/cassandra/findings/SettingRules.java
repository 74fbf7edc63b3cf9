package io.quipu.cassandra.findings;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The rules for settings of nodes.
 *
 * @param replicas the number of replicas of the keyspace
 * @param consistency the consistency level of plain reads and writes
 * @param serialConsistency the consistency level of conditional writes and serial reads
 */
public record SettingRules(int replicas, String consistency, String serialConsistency) {
  private static final Set<String> DURABLE = Set.of("batch", "group");
  private static final Set<String> STOPPING = Set.of("stop", "stop_paranoid", "die");
  private static final Predicate<String> FALSE = "false"::equals;

  /** The findings about all settings that matter; one line of {@code OK} for the guardrails. */
  public List<Finding> findings(NodeSettings nodes) {
    List<Finding> found = new ArrayList<>();
    found.add(commitLog(nodes));
    found.add(paxos(nodes));
    paxosRepairs(nodes, found);
    failures(nodes, found);
    int before = found.size();
    timestamps(nodes, found);
    levels(nodes, found);
    if (found.size() == before) {
      found.add(Finding.ok("guardrails", "no guardrail refuses statements of Quipu"));
    }
    return found;
  }

  private Finding commitLog(NodeSettings nodes) {
    String name = "commitlog_sync";
    Predicate<String> late = value -> !DURABLE.contains(value);
    if (!nodes.any(name, late)) {
      return Finding.ok(name, nodes.value(name) + ": writes are on the disk when acknowledged");
    }
    String loss =
        replicas < 3
            ? "acknowledged events are lost if a node loses power"
            : "acknowledged events are lost if two nodes lose power together";
    return Finding.warning(
        name,
        "%s: a node that loses power loses up to %s of writes, a killed one up to 100ms, so %s"
            .formatted(nodes.shown(name, late), nodes.value("commitlog_sync_period"), loss),
        "set \"commitlog_sync: batch\" and \"commitlog_sync_period: 0ms\" in cassandra.yaml, and"
            + " restart node by node");
  }

  private static Finding paxos(NodeSettings nodes) {
    String name = "paxos_variant";
    if (nodes.any(name, value -> value.contains("without"))) {
      return Finding.broken(
          name,
          nodes.shown(name, value -> value.contains("without"))
              + ": serial reads may miss a conditional write, so counts may be wrong",
          "set \"paxos_variant: v2\" in cassandra.yaml of all nodes");
    }
    for (String same : List.of(name, "paxos_state_purging")) {
      if (nodes.value(same).contains(" on ")) {
        return Finding.warning(
            same,
            same + " differs: " + nodes.value(same) + "; replicas forget ballots differently",
            "set the same value in cassandra.yaml of all nodes");
      }
    }
    return Finding.ok(
        name,
        "%s, ballots are purged as %s: %s"
            .formatted(
                nodes.value(name),
                nodes.value("paxos_state_purging"),
                ClockRules.of(nodes).needed()));
  }

  private static void paxosRepairs(NodeSettings nodes, List<Finding> found) {
    unrepaired(
        nodes,
        "skip_paxos_repair_on_topology_change",
        "true",
        "a conditional write that is under way while a node joins or leaves may be lost",
        found);
    unrepaired(
        nodes,
        "paxos_repair_enabled",
        "false",
        "a repair does not finish conditional writes, so a replaced node may lose some",
        found);
  }

  private static void unrepaired(
      NodeSettings nodes, String name, String wrong, String loss, List<Finding> found) {
    if (nodes.any(name, wrong::equals)) {
      found.add(
          Finding.warning(
              "paxos_repair",
              nodes.shown(name, wrong::equals) + ": " + loss,
              "set \"%s: %s\" in cassandra.yaml"
                  .formatted(name, wrong.equals("true") ? "false" : "true")));
    }
  }

  private static void failures(NodeSettings nodes, List<Finding> found) {
    for (String name : List.of("disk_failure_policy", "commit_failure_policy")) {
      Predicate<String> going = value -> !STOPPING.contains(value);
      if (nodes.any(name, going)) {
        found.add(
            Finding.warning(
                name,
                nodes.shown(name, going)
                    + ": a node that has lost part of its data still answers, and acknowledged"
                    + " events may be missing",
                "set \"" + name + ": die\" in cassandra.yaml"));
      }
    }
  }

  /** Only sketches write with {@code USING TIMESTAMP}: sequences, which are far below now. */
  private static void timestamps(NodeSettings nodes, List<Finding> found) {
    for (String name :
        List.of("maximum_timestamp_fail_threshold", "minimum_timestamp_fail_threshold")) {
      if (nodes.any(name, SettingRules::isSet)) {
        found.add(refusesSketches(name, nodes.shown(name, SettingRules::isSet), "null"));
      }
    }
    if (nodes.any("user_timestamps_enabled", FALSE)) {
      String name = "user_timestamps_enabled";
      found.add(refusesSketches(name, nodes.shown(name, FALSE), "true"));
    }
  }

  private static boolean isSet(String value) {
    return !value.isEmpty();
  }

  private static Finding refusesSketches(String name, String shown, String value) {
    return Finding.broken(
        name,
        shown
            + ": Cassandra refuses the timestamps of Quipu, so values of kind sketch are not"
            + " recorded",
        "set \"%s: %s\" in cassandra.yaml, or with nodetool setguardrailsconfig"
            .formatted(name, value));
  }

  private void levels(NodeSettings nodes, List<Finding> found) {
    refused(nodes, "read_consistency_levels_disallowed", found);
    refused(nodes, "write_consistency_levels_disallowed", found);
  }

  private void refused(NodeSettings nodes, String name, List<Finding> found) {
    Predicate<String> ours =
        value ->
            List.of(value.replaceAll("[\\[\\]{} ]", "").split(",", -1)).stream()
                .anyMatch(level -> level.equals(consistency) || level.equals(serialConsistency));
    if (nodes.any(name, ours)) {
      found.add(
          Finding.broken(
              name,
              nodes.shown(name, ours) + ": Cassandra refuses the reads or writes of Quipu",
              "remove %s and %s from \"%s\" in cassandra.yaml"
                  .formatted(consistency, serialConsistency, name)));
    }
  }
}
