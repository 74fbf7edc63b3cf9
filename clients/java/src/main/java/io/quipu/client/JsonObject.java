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

/** An object of an answer. What is asked for and is not there, or is something else, fails. */
record JsonObject(Map<String, @Nullable Object> members) {
  /**
   * A text.
   *
   * @throws QuipuException if there is none of this name
   */
  String text(String name) {
    return typed(name, String.class);
  }

  String text(String name, String otherwise) {
    return members.get(name) instanceof String text ? text : otherwise;
  }

  /** Tells whether there is a member of this name, which may be null. */
  boolean has(String name) {
    return members.containsKey(name);
  }

  /** A text, or null where it is null or not there. */
  @Nullable
  String textOrNull(String name) {
    return members.get(name) == null ? null : text(name);
  }

  BigInteger integer(String name) {
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

  int integer(String name, int otherwise) {
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

  JsonObject object(String name) {
    return typed(name, JsonObject.class);
  }

  /** A list of objects. */
  List<JsonObject> objects(String name) {
    List<JsonObject> objects = new ArrayList<>();
    for (Object element : typed(name, List.class)) {
      if (!(element instanceof JsonObject object)) {
        throw missing(name);
      }
      objects.add(object);
    }
    return objects;
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
  Map<String, String> texts(String name) {
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

  Instant time(String name) {
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

  private static QuipuException missing(String name) {
    return new QuipuException("The answer has no " + name + " as it was expected", null);
  }
}
