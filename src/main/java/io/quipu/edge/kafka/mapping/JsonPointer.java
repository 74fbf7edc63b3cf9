package io.quipu.edge.kafka.mapping;

import io.quipu.edge.web.JsonInput;
import io.quipu.engine.input.InvalidInput;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A place in a JSON text (RFC 6901). The text of a number at the place is taken as it is written,
 * not rounded.
 *
 * @param text the pointer as it was given
 * @param steps the names or indices from the root, unescaped
 */
record JsonPointer(String text, List<String> steps) {
  private static final Pattern FORM = Pattern.compile("(/([^/~]|~[01])*)+");
  private static final Pattern INDEX = Pattern.compile("0|[1-9][0-9]{0,8}");

  JsonPointer {
    steps = List.copyOf(steps);
  }

  /**
   * Parses a pointer.
   *
   * @throws IllegalArgumentException if the text is no pointer, or is empty and so points at the
   *     whole value
   */
  static JsonPointer of(String text) {
    if (!FORM.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "a JSON pointer is written as /name or /name/0, not as " + text);
    }
    List<String> steps =
        Arrays.stream(text.substring(1).split("/", -1))
            .map(step -> step.replace("~1", "/").replace("~0", "~"))
            .toList();
    return new JsonPointer(text, steps);
  }

  /**
   * The string at this place, or the number as it is written.
   *
   * @throws InvalidInput if the value is null or no JSON in UTF-8, or has neither a string nor a
   *     number at this place
   */
  String text(byte @Nullable [] value) {
    return at(value, json -> json.stringOrNumber(text));
  }

  /**
   * The string or number at this place; empty if nothing, or null, is there.
   *
   * @throws InvalidInput if the value is null or no JSON in UTF-8, or has something else at this
   *     place
   */
  String textOrEmpty(byte @Nullable [] value) {
    String found = find(value, json -> json.isNull() ? "" : json.stringOrNumber(text));
    return found == null ? "" : found;
  }

  /**
   * The integer at this place. An integer outside the range of a long becomes the nearest long.
   *
   * @throws InvalidInput if the value is null or no JSON in UTF-8, or has no integer at this place
   */
  long integer(byte @Nullable [] value) {
    return at(value, json -> json.integer(text));
  }

  private <T> T at(byte @Nullable [] value, Function<JsonInput, T> read) {
    T found = find(value, read);
    if (found == null) {
      throw new InvalidInput("value", "the value has no " + text);
    }
    return found;
  }

  private <T> @Nullable T find(byte @Nullable [] value, Function<JsonInput, T> read) {
    // decodes first, because the parser accepts bytes that are not UTF-8
    byte[] json = FieldText.of(value, "value").getBytes(StandardCharsets.UTF_8);
    return JsonInput.parse(ByteBuffer.wrap(json), input -> descend(input, 0, read));
  }

  /** Reads the value to its end, also after the place, so that a truncated value is refused. */
  private <T> @Nullable T descend(JsonInput json, int depth, Function<JsonInput, T> read) {
    if (depth == steps.size()) {
      return read.apply(json);
    }
    String step = steps.get(depth);
    if (json.isObject()) {
      return inObject(json, step, depth, read);
    }
    if (json.isArray()) {
      return inArray(json, step, depth, read);
    }
    json.skip();
    return null;
  }

  private <T> @Nullable T inObject(
      JsonInput json, String step, int depth, Function<JsonInput, T> read) {
    T found = null;
    boolean seen = false;
    for (String name = json.nextField(); name != null; name = json.nextField()) {
      if (!name.equals(step)) {
        json.skip();
      } else if (seen) {
        throw new InvalidInput("value", "the value has " + step + " twice");
      } else {
        seen = true;
        found = descend(json, depth + 1, read);
      }
    }
    return found;
  }

  private <T> @Nullable T inArray(
      JsonInput json, String step, int depth, Function<JsonInput, T> read) {
    int wanted = INDEX.matcher(step).matches() ? Integer.parseInt(step) : -1;
    T found = null;
    for (int i = 0; json.nextElement(); i++) {
      if (i == wanted) {
        found = descend(json, depth + 1, read);
      } else {
        json.skip();
      }
    }
    return found;
  }
}
