package io.quipu.edge.kafka.mapping;

import org.jspecify.annotations.Nullable;

/** The fields of a record that a mapping may look at. */
public interface RecordFields {
  /** Null where it has none. */
  byte @Nullable [] key();

  /** The value of the last header of a name; null where there is none. */
  byte @Nullable [] header(String name);

  /** Null where it has none. */
  byte @Nullable [] value();
}
