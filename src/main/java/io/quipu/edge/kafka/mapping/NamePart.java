package io.quipu.edge.kafka.mapping;

import io.quipu.engine.input.InvalidInput;

/** A part of the name of a counter. */
sealed interface NamePart {
  /**
   * The text of this part for a record.
   *
   * @throws InvalidInput if the record lacks the field, or the field is not valid UTF-8 or JSON
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

  /** The last header of the record with the given name. */
  record Header(String name) implements NamePart {
    @Override
    public String of(RecordFields fields) {
      return FieldText.of(fields.header(name), "header " + name);
    }
  }

  /** The string or number at a place in the JSON value of the record. */
  record Json(JsonPointer pointer) implements NamePart {
    @Override
    public String of(RecordFields fields) {
      return pointer.text(fields.value());
    }
  }
}
