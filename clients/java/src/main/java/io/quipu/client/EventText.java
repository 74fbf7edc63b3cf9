package io.quipu.client;

import java.time.Instant;

/** Events as JSON: all members but the amounts of an {@link Event}, which may still grow. */
final class EventText {
  private EventText() {}

  /** The object without its end. */
  static String head(Recordable recordable) {
    if (recordable instanceof Event event) {
      return head(event);
    }
    if (recordable instanceof Increment increment) {
      return head(increment);
    }
    return recordable instanceof Statement statement
        ? head(statement)
        : head((SketchValue) recordable);
  }

  private static String head(Event event) {
    StringBuilder text = named(event);
    JsonText.quote(text.append(",\"id\":"), event.id());
    time(text, event.time());
    if (!event.labels().isEmpty()) {
      JsonText.texts(text.append(",\"labels\":"), event.labels());
    }
    return text.append(",\"delta\":").toString();
  }

  /** Without the names, which are in its path. */
  private static String head(Increment increment) {
    StringBuilder text = new StringBuilder("{\"id\":");
    JsonText.quote(text, increment.id()).append(",\"delta\":").append(increment.delta());
    if (increment.events() != 1) {
      text.append(",\"events\":").append(increment.events());
    }
    number(text, "min", increment.min());
    number(text, "max", increment.max());
    return text.toString();
  }

  private static String head(Statement statement) {
    StringBuilder text = named(statement);
    JsonText.quote(text.append(",\"actor\":"), statement.actor());
    number(text, "version", statement.version());
    number(text, "value", statement.value());
    number(text, "replaces", statement.replaces());
    time(text, statement.time());
    return text.toString();
  }

  private static String head(SketchValue event) {
    StringBuilder text = named(event).append(",\"value\":");
    return (event.value() instanceof String value
            ? JsonText.quote(text, value)
            : text.append(event.value()))
        .toString();
  }

  private static StringBuilder named(Recordable event) {
    StringBuilder text = new StringBuilder("{\"namespace\":");
    JsonText.quote(text, event.namespace()).append(",\"counter\":");
    return JsonText.quote(text, event.counter());
  }

  private static void number(StringBuilder text, String name, @Nullable Long value) {
    if (value != null) {
      text.append(",\"").append(name).append("\":").append(value);
    }
  }

  private static void time(StringBuilder text, @Nullable Instant time) {
    if (time != null) {
      text.append(",\"time\":\"").append(time).append('"');
    }
  }
}
