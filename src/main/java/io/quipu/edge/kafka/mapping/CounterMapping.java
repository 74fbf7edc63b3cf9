package io.quipu.edge.kafka.mapping;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.names.Breakdowns;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Event;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The mapping from records of a topic to counters of a namespace.
 *
 * @param name the parts of the counter's name, at least one
 * @param delta the place of the delta in the value of a record; null if each record adds its number
 *     of happenings
 * @param events the place of the number of happenings; null if each record stands for one
 * @param time the source of the time of the event; null if it counts when it is recorded
 * @param labels the place of the value of each label; an event has the empty value if nothing is
 *     there
 */
record CounterMapping(
    String namespace,
    List<NamePart> name,
    @Nullable JsonPointer delta,
    @Nullable JsonPointer events,
    @Nullable RecordTime time,
    Map<String, JsonPointer> labels) {
  public CounterMapping {
    CounterName.checkNamespace(namespace);
    name = List.copyOf(name);
    labels = new TreeMap<>(labels);
  }

  /**
   * Maps a record to a counter and an event.
   *
   * @throws InvalidInput if the record lacks a field of the mapping, or the fields are not a valid
   *     name, delta, number of happenings or label
   */
  MappedEvent of(RecordFields fields) {
    StringBuilder text = new StringBuilder();
    name.forEach(part -> text.append(part.of(fields)));
    long happenings = events == null ? 1 : events.integer(fields.value());
    long adds = delta == null ? happenings : delta.integer(fields.value());
    return new MappedEvent(
        new CounterName(namespace, text.toString()),
        Event.adding(adds, happenings, null),
        time == null ? null : time.of(fields),
        labels(fields));
  }

  private Map<String, String> labels(RecordFields fields) {
    if (labels.isEmpty()) {
      return Map.of();
    }
    Map<String, String> values = new TreeMap<>();
    labels.forEach(
        (label, place) -> {
          String value = place.textOrEmpty(fields.value());
          Breakdowns.checkLength(label, value);
          values.put(label, value);
        });
    return values;
  }
}
