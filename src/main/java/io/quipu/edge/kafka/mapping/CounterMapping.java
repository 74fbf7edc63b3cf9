package io.quipu.edge.kafka.mapping;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.Event;
import io.quipu.engine.model.InvalidInput;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which counter of a namespace the records of a topic count for.
 *
 * @param name the parts of the counter's name, at least one
 * @param delta where the value of a record has what it adds; null: each adds 1
 */
record CounterMapping(String namespace, List<NamePart> name, @Nullable JsonPointer delta) {
  public CounterMapping {
    CounterName.checkNamespace(namespace);
    name = List.copyOf(name);
  }

  /**
   * Maps a record to what it adds, and to which counter.
   *
   * @throws InvalidInput if the record has not what the mapping asks for, or it is no name or delta
   */
  MappedEvent of(RecordFields fields) {
    StringBuilder text = new StringBuilder();
    name.forEach(part -> text.append(part.of(fields)));
    long adds = delta == null ? 1 : delta.integer(fields.value());
    return new MappedEvent(
        new CounterName(namespace, text.toString()), Event.adding(adds, null).delta());
  }
}
