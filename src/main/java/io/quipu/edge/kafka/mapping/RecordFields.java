package io.quipu.edge.kafka.mapping;

import org.jspecify.annotations.Nullable;

/** The fields of a record that a mapping can use. */
public interface RecordFields {
  /** The key; null if the record has none. */
  byte @Nullable [] key();

  /** The value of the last header with a name; null if there is none. */
  byte @Nullable [] header(String name);

  /** The timestamp in milliseconds of Unix time; negative if the record has none. */
  long timestamp();

  /** The value; null if the record has none. */
  byte @Nullable [] value();
}
