package io.quipu.testing.fuzz;

import java.math.BigInteger;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A JSON value as a reference parser read it: nothing merged, rounded or left out. */
public sealed interface Json {
  /** The fields in their order, those that are given twice included. */
  record Fields(List<Map.Entry<String, Json>> entries) implements Json {}

  record Elements(List<Json> values) implements Json {}

  record Text(String value) implements Json {}

  /** A number as it is written. */
  record Numeral(String literal) implements Json {}

  /** {@code true}, {@code false} or {@code null}. */
  record Word(String word) implements Json {}

  /** The text of a field or element; empty if the value is something else. */
  default Optional<String> text() {
    return this instanceof Text found ? Optional.of(found.value()) : Optional.empty();
  }

  /** The integer, of any size; empty for anything with a fraction or an exponent. */
  default Optional<BigInteger> integer() {
    return this instanceof Numeral found && found.literal().matches("-?[0-9]+")
        ? Optional.of(new BigInteger(found.literal()))
        : Optional.empty();
  }

  default Optional<List<Json>> elements() {
    return this instanceof Elements found ? Optional.of(found.values()) : Optional.empty();
  }

  /** The fields by their names; empty unless each is allowed, and given once. */
  default Optional<Map<String, Json>> fields(Set<String> allowed) {
    if (!(this instanceof Fields object)) {
      return Optional.empty();
    }
    Map<String, Json> found = new HashMap<>();
    for (Map.Entry<String, Json> field : object.entries()) {
      if (!allowed.contains(field.getKey())
          || found.put(field.getKey(), field.getValue()) != null) {
        return Optional.empty();
      }
    }
    return Optional.of(found);
  }

  /** The fields of these names, whatever else there is; empty if one of them is given twice. */
  default Optional<Map<String, Json>> fieldsAmongOthers(Set<String> wanted) {
    return this instanceof Fields object
        ? new Fields(
                object.entries().stream().filter(field -> wanted.contains(field.getKey())).toList())
            .fields(wanted)
        : Optional.empty();
  }

  /** How many bytes the text takes in UTF-8; -1 if it has no such form. */
  static int bytes(String text) {
    try {
      return StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text)).remaining();
    } catch (CharacterCodingException e) {
      return -1;
    }
  }
}
