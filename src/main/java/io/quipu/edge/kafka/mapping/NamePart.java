package io.quipu.edge.kafka.mapping;

import io.quipu.engine.model.InvalidInput;

/** A part of the name of a counter. */
sealed interface NamePart {
  /**
   * The text of it for a record.
   *
   * @throws InvalidInput if the record has none
   */
  String of(RecordFields fields);

  /** A text that is the same for all records. */
  record Literal(String text) implements NamePart {
    @Override
    public String of(RecordFields fields) {
      return text;
    }
  }

  /** The key of the record. */
  record Key() implements NamePart {
    @Override
    public String of(RecordFields fields) {
      return FieldText.of(fields.key(), "key");
    }
  }

  /** A header of the record; of several of one name the last. */
  record Header(String name) implements NamePart {
    @Override
    public String of(RecordFields fields) {
      return FieldText.of(fields.header(name), "header " + name);
    }
  }

  /** The text at some place of the value, which is a JSON text. */
  record Json(JsonPointer pointer) implements NamePart {
    @Override
    public String of(RecordFields fields) {
      return pointer.text(fields.value());
    }
  }
}
