package io.quipu.edge.kafka.mapping;

import io.quipu.engine.input.InvalidInput;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Decodes the bytes of fields that must be text. */
final class FieldText {
  private FieldText() {}

  /**
   * Decodes the bytes of a field.
   *
   * @param field the name of the field, for the error
   * @throws InvalidInput if the record has no such field, or the bytes are not UTF-8
   */
  static String of(byte @Nullable [] bytes, String field) {
    if (bytes == null) {
      throw new InvalidInput(field, "the record has no " + field);
    }
    try {
      // fails on bytes that are not UTF-8; the constructor of String would replace such bytes
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new InvalidInput(field, "the " + field + " is not valid UTF-8");
    }
  }
}
