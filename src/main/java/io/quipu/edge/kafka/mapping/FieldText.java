package io.quipu.edge.kafka.mapping;

import io.quipu.engine.model.InvalidInput;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Bytes of a record that have to be text. */
final class FieldText {
  private FieldText() {}

  /**
   * The text.
   *
   * @param field what it is called in the complaint
   * @throws InvalidInput if there is none, or it is not UTF-8
   */
  static String of(byte @Nullable [] bytes, String field) {
    if (bytes == null) {
      throw new InvalidInput(field, "the record has no " + field);
    }
    try {
      // a new decoder complains of what is not UTF-8
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new InvalidInput(field, "the " + field + " is not valid UTF-8");
    }
  }
}
