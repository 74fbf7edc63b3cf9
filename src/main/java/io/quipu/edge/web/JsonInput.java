package io.quipu.edge.web;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.Limits;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One JSON text, read token by token and taken literally: without coercion, and without text after
 * the value. Callers refuse duplicate and unknown fields by {@link #once} and {@link #unknown}.
 * Every complaint is an {@link InvalidInput} that names the field, or {@link #BODY}.
 */
public final class JsonInput {
  /** The field that a complaint about the whole text names. */
  public static final String BODY = "body";

  private static final int DEEPEST = 32;

  /** An integer of up to so many characters, including a minus, always fits into a long. */
  private static final int LONG_DIGITS = 18;

  private static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .configure(JsonFactory.Feature.INTERN_FIELD_NAMES, false)
          // The text is always UTF-8, so no encoding is guessed.
          .configure(JsonFactory.Feature.CHARSET_DETECTION, false)
          // Otherwise many names with one hash fail as malformed, and so do good names after them.
          // With this setting the parser only stops sharing one copy of such names.
          .configure(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW, false)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(DEEPEST)
                  .maxNameLength(Limits.BODY_BYTES)
                  .maxNumberLength(Limits.BODY_BYTES)
                  .maxStringLength(Limits.BODY_BYTES)
                  .build())
          .build();

  private final JsonParser parser;
  private final JsonPlace place;

  private JsonInput(JsonParser parser, JsonPlace place) {
    this.parser = parser;
    this.place = place;
  }

  /**
   * Returns the text of a body; does not copy the body if an array backs it.
   *
   * @throws InvalidInput if the body is not UTF-8
   */
  public static ByteBuffer utf8(Buffer body) {
    ByteBuffer text = ((BufferInternal) body).getByteBuf().nioBuffer();
    if (!text.hasArray()) {
      text = ByteBuffer.wrap(body.getBytes());
    }
    if (!Utf8Bytes.isValid(text)) {
      throw new InvalidInput(BODY, "the body is not valid UTF-8");
    }
    return text;
  }

  /**
   * Parses a whole text.
   *
   * @param text the result of {@link #utf8}, or a slice of the result
   * @param shape reads one value
   * @throws InvalidInput if the text is malformed, or there is text after the value; {@code shape}
   *     may throw other exceptions
   */
  public static <T> T parse(ByteBuffer text, Function<JsonInput, T> shape) {
    return parse(text, false, shape);
  }

  /**
   * Parses a whole line of a larger text. The caller adds the number of the line to a complaint.
   *
   * @param shape reads one value
   * @throws InvalidInput as {@link #parse(ByteBuffer, Function)}
   */
  public static <T> T parseLine(ByteBuffer line, Function<JsonInput, T> shape) {
    return parse(line, true, shape);
  }

  private static <T> T parse(ByteBuffer text, boolean isLine, Function<JsonInput, T> shape) {
    if (hasMark(text)) {
      throw new InvalidInput(
          BODY, "the text begins with a byte order mark, the bytes EF BB BF: send it without them");
    }
    try (JsonParser parser =
        FACTORY.createParser(
            text.array(), text.arrayOffset() + text.position(), text.remaining())) {
      JsonInput input = new JsonInput(parser, new JsonPlace(text, isLine));
      input.next();
      T value = shape.apply(input);
      input.requireEnd();
      return value;
    } catch (IOException e) {
      throw new InvalidInput(BODY, "malformed JSON");
    }
  }

  /** Tells whether a text begins with a byte order mark, as JSON must not (RFC 8259, 8.1). */
  private static boolean hasMark(ByteBuffer text) {
    int at = text.position();
    return text.remaining() >= 3
        && text.get(at) == (byte) 0xEF
        && text.get(at + 1) == (byte) 0xBB
        && text.get(at + 2) == (byte) 0xBF;
  }

  public boolean isObject() {
    return parser.currentToken() == JsonToken.START_OBJECT;
  }

  public boolean isString() {
    return parser.currentToken() == JsonToken.VALUE_STRING;
  }

  public boolean isNull() {
    return parser.currentToken() == JsonToken.VALUE_NULL;
  }

  public boolean isArray() {
    return parser.currentToken() == JsonToken.START_ARRAY;
  }

  /**
   * @param field the field that must be an object
   */
  public void requireObject(String field) {
    if (!isObject()) {
      throw wrongType(field, "a JSON object");
    }
  }

  /**
   * @param field the field that must be an array
   */
  public void requireArray(String field) {
    if (!isArray()) {
      throw wrongType(field, "a JSON array");
    }
  }

  /** Moves to the value of the next field. Returns the name; null at the end of the object. */
  public @Nullable String nextField() {
    if (next() == JsonToken.END_OBJECT) {
      return null;
    }
    String name = name();
    next();
    return name;
  }

  /**
   * Reads an object, and refuses duplicate members.
   *
   * @param field the field that must be an object
   * @param member reads the value of the member with this name, or refuses the name as unknown
   * @throws InvalidInput if the value is no object, or a member is given twice
   */
  public void members(String field, Consumer<String> member) {
    requireObject(field);
    List<String> seen = new ArrayList<>();
    for (String name = nextField(); name != null; name = nextField()) {
      once(seen.contains(name), name);
      member.accept(name);
      seen.add(name);
    }
  }

  /** Moves to the next element; returns false at the end of the array. */
  public boolean nextElement() {
    return next() != JsonToken.END_ARRAY;
  }

  /** Reads the current value, which must be a string. */
  public String string(String field) {
    if (parser.currentToken() != JsonToken.VALUE_STRING) {
      throw wrongType(field, "a JSON string");
    }
    return text();
  }

  /** Reads the current value, which must be a string or a number, as text. */
  public String stringOrNumber(String field) {
    JsonToken token = parser.currentToken();
    if (token != JsonToken.VALUE_STRING && (token == null || !token.isNumeric())) {
      throw wrongType(field, "a JSON number or string");
    }
    return text();
  }

  /**
   * Reads the current value, which must be an integer. An integer that a long cannot hold becomes
   * the nearest long, so that the range check of the caller refuses it.
   */
  public long integer(String field) {
    if (parser.currentToken() == JsonToken.VALUE_NUMBER_FLOAT) {
      throw new InvalidInput(
          field, field + " must be a JSON integer, written without a fraction or an exponent");
    }
    if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      throw wrongType(field, "a JSON integer");
    }
    String digits = text();
    if (digits.length() > LONG_DIGITS) {
      return saturated(digits);
    }
    return Long.parseLong(digits);
  }

  /**
   * Reads the current value, which must be an integer that a long can hold.
   *
   * @throws InvalidInput if the integer lies outside -2^63 to 2^63 - 1, or the value is no integer
   */
  public long exactInteger(String field) {
    long nearest = integer(field);
    if ((nearest == Long.MAX_VALUE || nearest == Long.MIN_VALUE)
        && !text().equals(Long.toString(nearest))) {
      throw new InvalidInput(field, field + " must lie between -2^63 and 2^63 - 1");
    }
    return nearest;
  }

  /** Skips the current value. */
  public void skip() {
    try {
      parser.skipChildren();
    } catch (IOException e) {
      throw malformed(e);
    }
  }

  /**
   * Makes the complaint about a field that the contract does not have.
   *
   * @param known the fields that it has in this place
   */
  public InvalidInput unknown(String field, Collection<String> known) {
    String shown = shown(field);
    return new InvalidInput(
        shown, "unknown field " + shown + "; the fields are " + String.join(", ", known));
  }

  /** As {@link InvalidInput#shown}. */
  public static String shown(String name) {
    return InvalidInput.shown(name);
  }

  /**
   * Refuses a field that is given twice.
   *
   * @param before whether the field was read before
   */
  public static void once(boolean before, String field) {
    if (before) {
      throw new InvalidInput(field, field + " is given twice");
    }
  }

  private static long saturated(String digits) {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      return digits.startsWith("-") ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
  }

  private void requireEnd() {
    if (next() != null) {
      throw new InvalidInput(
          BODY,
          "unexpected text after the JSON value, at " + place.of(parser.currentTokenLocation()));
    }
  }

  private InvalidInput wrongType(String field, String expected) {
    return new InvalidInput(field, field + " must be " + expected + found());
  }

  private String found() {
    JsonToken token = parser.currentToken();
    if (token == null) {
      return ", but there is none";
    }
    return switch (token) {
      case START_OBJECT -> ", not an object";
      case START_ARRAY -> ", not an array";
      case VALUE_STRING -> ", not a string";
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> ", not a number";
      case VALUE_TRUE, VALUE_FALSE -> ", not a boolean";
      case VALUE_NULL -> ", not null";
      default -> "";
    };
  }

  private @Nullable JsonToken next() {
    try {
      return parser.nextToken();
    } catch (IOException e) {
      throw malformed(e);
    }
  }

  private String name() {
    try {
      return parser.currentName();
    } catch (IOException e) {
      throw malformed(e);
    }
  }

  private String text() {
    try {
      return parser.getText();
    } catch (IOException e) {
      throw malformed(e);
    }
  }

  private InvalidInput malformed(IOException found) {
    // Only the constraint of nesting is tighter than the size of a body.
    return found instanceof StreamConstraintsException
        ? new InvalidInput(BODY, "JSON may be nested " + DEEPEST + " levels deep, not deeper")
        : new InvalidInput(BODY, "malformed JSON at " + place.of(parser.currentLocation()));
  }
}
