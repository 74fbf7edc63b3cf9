package io.quipu.cassandra.findings;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The settings of the nodes that answered, as {@code system_views.settings} shows them. A setting
 * without a value has the empty text.
 *
 * @param byNode settings by name, by the address of the node
 */
public record NodeSettings(Map<String, Map<String, String>> byNode) {
  public NodeSettings {
    byNode = new TreeMap<>(byNode);
  }

  /** The value that all nodes have; values that differ are listed with their nodes. */
  String value(String name) {
    Map<String, TreeSet<String>> nodes = new TreeMap<>();
    byNode.forEach(
        (node, settings) ->
            nodes
                .computeIfAbsent(settings.getOrDefault(name, ""), any -> new TreeSet<>())
                .add(node));
    return nodes.size() == 1
        ? nodes.keySet().iterator().next()
        : nodes.entrySet().stream()
            .map(each -> each.getKey() + " on " + String.join(", ", each.getValue()))
            .collect(Collectors.joining("; "));
  }

  /** The nodes on which the value of a setting matches; a node without the setting never does. */
  TreeSet<String> nodes(String name, Predicate<String> matching) {
    return byNode.entrySet().stream()
        .filter(each -> each.getValue().containsKey(name))
        .filter(each -> matching.test(each.getValue().getOrDefault(name, "")))
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Tells whether some node has a value that matches. */
  boolean any(String name, Predicate<String> matching) {
    return !nodes(name, matching).isEmpty();
  }

  /** The setting, its value, and the nodes with it if others have another value. */
  String shown(String name, Predicate<String> matching) {
    TreeSet<String> nodes = nodes(name, matching);
    String value = byNode.getOrDefault(nodes.first(), Map.of()).getOrDefault(name, "");
    String shown = name + " is " + value;
    return nodes.size() == byNode.size() ? shown : shown + " on " + String.join(", ", nodes);
  }
}
