package io.quipu.edge.kafka.mapping;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.Event;
import io.quipu.engine.model.InvalidInput;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The mapping from records of a topic to counters of a namespace.
 *
 * @param name the parts of the counter's name, at least one
 * @param delta the place of the delta in the value of a record; null if each record adds 1
 */
record CounterMapping(String namespace, List<NamePart> name, @Nullable JsonPointer delta) {
  public CounterMapping {
    CounterName.checkNamespace(namespace);
    name = List.copyOf(name);
  }

  /**
   * Maps a record to a counter and a delta.
   *
   * @throws InvalidInput if the record lacks a field of the mapping, or the fields are not a valid
   *     name or delta
   */
  MappedEvent of(RecordFields fields) {
    StringBuilder text = new StringBuilder();
    name.forEach(part -> text.append(part.of(fields)));
    long adds = delta == null ? 1 : delta.integer(fields.value());
    return new MappedEvent(
        new CounterName(namespace, text.toString()), Event.adding(adds, null).delta());
  }
}
