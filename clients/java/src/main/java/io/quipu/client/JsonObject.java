package io.quipu.client;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An object of JSON: the body of an {@link ApiRequest}, or of its answer. Numbers that were read
 * are {@link BigInteger}s, or {@link BigDecimal}s if they have a fraction or an exponent. Each
 * reader of a member fails with a {@link QuipuException} if the member is missing or of another
 * type; readers that take another value return that one instead.
 *
 * @param members in their order: texts, numbers, {@link Boolean}s, objects, {@link List}s of them,
 *     or null
 */
public record JsonObject(Map<String, @Nullable Object> members) {
  /** Makes an empty object. */
  public JsonObject() {
    this(new LinkedHashMap<>());
  }

  /**
   * Reads an object (RFC 8259).
   *
   * @throws QuipuException if the text is not one object
   */
  public static JsonObject parse(String text) {
    return JsonReader.object(text);
  }

  /** Adds or replaces a member, which may also be a {@link Map}. Returns this object. */
  public JsonObject put(String name, @Nullable Object value) {
    members.put(name, value);
    return this;
  }

  /** A text. */
  public String text(String name) {
    return typed(name, String.class);
  }

  /** A text, or the other one. */
  public String text(String name, String otherwise) {
    return members.get(name) instanceof String text ? text : otherwise;
  }

  /** Tells whether there is a member of this name, which may be null. */
  public boolean has(String name) {
    return members.containsKey(name);
  }

  /** A text, or null where it is null or not there. */
  public @Nullable String textOrNull(String name) {
    return members.get(name) == null ? null : text(name);
  }

  /** A number without a fraction. */
  public BigInteger integer(String name) {
    return typed(name, BigInteger.class);
  }

  /** An integer, or null where it is null or not there. */
  @Nullable
  BigInteger integerOrNull(String name) {
    return members.get(name) == null ? null : integer(name);
  }

  BigDecimal decimal(String name) {
    return new BigDecimal(typed(name, Number.class).toString());
  }

  /** A number without a fraction that an {@code int} holds, or the other one. */
  public int integer(String name, int otherwise) {
    return members.get(name) instanceof BigInteger value && value.bitLength() < 32
        ? value.intValue()
        : otherwise;
  }

  BigDecimal number(String name) {
    Number value = typed(name, Number.class);
    return value instanceof BigDecimal decimal ? decimal : new BigDecimal((BigInteger) value);
  }

  /** A number of this name, with its bounds {@code lower} and {@code upper}. */
  Sketch.Estimate estimate(String name) {
    return new Sketch.Estimate(number(name), number("lower"), number("upper"));
  }

  /** A text or a number. */
  Object value(String name) {
    return typed(name, Object.class);
  }

  boolean flag(String name) {
    return typed(name, Boolean.class);
  }

  /** A truth value, or the other one. */
  public boolean flag(String name, boolean otherwise) {
    return members.get(name) instanceof Boolean flag ? flag : otherwise;
  }

  /** An object. */
  public JsonObject object(String name) {
    return typed(name, JsonObject.class);
  }

  /** A list of objects; an empty one where it is null or not there. */
  public List<JsonObject> objectsOrNone(String name) {
    return members.get(name) == null ? List.of() : objects(name);
  }

  /** A list of objects. */
  public List<JsonObject> objects(String name) {
    List<JsonObject> objects = new ArrayList<>();
    for (Object element : typed(name, List.class)) {
      if (!(element instanceof JsonObject object)) {
        throw missing(name);
      }
      objects.add(object);
    }
    return objects;
  }

  /** A list of texts; an empty one where it is null or not there. */
  public List<String> stringsOrNone(String name) {
    return members.get(name) == null ? List.of() : strings(name);
  }

  /** A list of texts. */
  List<String> strings(String name) {
    List<String> strings = new ArrayList<>();
    for (Object element : typed(name, List.class)) {
      if (!(element instanceof String text)) {
        throw missing(name);
      }
      strings.add(text);
    }
    return strings;
  }

  /** The members that are not null, with maps in the place of objects. */
  Map<String, Object> plain() {
    Map<String, Object> plain = new LinkedHashMap<>();
    members.forEach(
        (name, value) -> {
          if (value != null) {
            plain.put(name, value instanceof JsonObject object ? object.plain() : value);
          }
        });
    return plain;
  }

  /** An object of texts. */
  public Map<String, String> texts(String name) {
    JsonObject object = object(name);
    Map<String, String> texts = new TreeMap<>();
    object.members().keySet().forEach(member -> texts.put(member, object.text(member)));
    return texts;
  }

  /** A time, or null where it is null or not there. */
  @Nullable
  Instant timeOrNull(String name) {
    return members.get(name) == null ? null : time(name);
  }

  /** A time of RFC 3339. */
  public Instant time(String name) {
    try {
      return OffsetDateTime.parse(text(name)).toInstant();
    } catch (DateTimeException e) {
      throw missing(name);
    }
  }

  private <T> T typed(String name, Class<T> type) {
    Object value = members.get(name);
    if (value == null || !type.isInstance(value)) {
      throw missing(name);
    }
    return type.cast(value);
  }

  /** The object as JSON. */
  @Override
  public String toString() {
    return JsonText.of(this);
  }

  private static QuipuException missing(String name) {
    return new QuipuException("The answer has no " + name + " as it was expected", null);
  }
}
