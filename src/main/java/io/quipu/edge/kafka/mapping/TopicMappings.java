package io.quipu.edge.kafka.mapping;

import io.quipu.engine.input.InvalidInput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The mappings from topics to counters. As text, mappings are entries {@code
 * topic=namespace/counter}, separated by semicolons. If a topic has several entries, each of its
 * records counts for several counters.
 */
public final class TopicMappings {
  private final Map<String, List<CounterMapping>> byTopic;

  private TopicMappings(Map<String, List<CounterMapping>> byTopic) {
    this.byTopic = byTopic;
  }

  /**
   * Parses mappings.
   *
   * @throws IllegalArgumentException if an entry is invalid or appears twice, or there is no entry;
   *     the message has the reason
   */
  public static TopicMappings of(String text) {
    Map<String, List<CounterMapping>> byTopic = new LinkedHashMap<>();
    for (String entry : text.split(";", -1)) {
      if (!entry.isBlank()) {
        MappingText mapping = MappingText.of(entry.strip());
        List<CounterMapping> others =
            byTopic.computeIfAbsent(mapping.topic(), topic -> new ArrayList<>());
        if (others.contains(mapping.counter())) {
          throw new IllegalArgumentException(entry.strip() + " is there twice");
        }
        others.add(mapping.counter());
      }
    }
    if (byTopic.isEmpty()) {
      throw new IllegalArgumentException("there is no topic in it");
    }
    return new TopicMappings(byTopic);
  }

  public Set<String> topics() {
    return byTopic.keySet();
  }

  /** The namespaces of all mappings, each with the labels that its events get. */
  public Map<String, Set<String>> namespaces() {
    Map<String, Set<String>> all = new TreeMap<>();
    byTopic.values().stream()
        .flatMap(List::stream)
        .forEach(
            mapping ->
                all.computeIfAbsent(mapping.namespace(), name -> new TreeSet<>())
                    .addAll(mapping.labels().keySet()));
    return all;
  }

  /** The namespaces to which records of a topic are mapped. */
  public Set<String> namespacesOf(String topic) {
    return byTopic.getOrDefault(topic, List.of()).stream()
        .map(CounterMapping::namespace)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Maps a record to counters and events. The events have different counters.
   *
   * @param topic one of {@link #topics}
   * @throws InvalidInput if a mapping fails, or two mappings lead to one counter; the record must
   *     not count for any counter then
   */
  public List<MappedEvent> of(String topic, RecordFields fields) {
    List<CounterMapping> mappings = Objects.requireNonNull(byTopic.get(topic), topic);
    if (mappings.size() == 1) {
      return List.of(mappings.get(0).of(fields));
    }
    List<MappedEvent> events = new ArrayList<>(mappings.size());
    for (CounterMapping mapping : mappings) {
      MappedEvent event = mapping.of(fields);
      if (events.stream().anyMatch(other -> other.counter().equals(event.counter()))) {
        // both events would have the same id, so the second would count as a duplicate
        throw new InvalidInput("counter", "two mappings lead to counter " + shown(event));
      }
      events.add(event);
    }
    return events;
  }

  private static String shown(MappedEvent event) {
    return "of namespace " + event.counter().namespace();
  }
}
