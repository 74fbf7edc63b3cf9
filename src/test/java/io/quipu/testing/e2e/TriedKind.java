package io.quipu.testing.e2e;

import io.vertx.core.json.JsonObject;
import java.util.Locale;

/** The kinds that each way in is tried with: settings of a namespace, an event, and its value. */
public enum TriedKind {
  EVENT(
      ", \"deduplicate\": \"forever\", \"labels\": [\"country\"]",
      "{\"labels\": {\"country\": \"CH\"}}",
      1),
  UNIQUE(", \"labels\": [\"country\"]", "{\"id\": \"1\", \"labels\": {\"country\": \"CH\"}}", 1),
  LATEST("", "{\"actor\": \"a\", \"version\": 1, \"value\": 7}", 7),
  LINEAR("", "{}", 1),
  SKETCH(
      ", \"state\": \"distinct\", \"windows\": [\"hour\"], \"labels\": [\"country\"]",
      "{\"value\": \"ann\", \"labels\": {\"country\": \"CH\"}}",
      1);

  private final String settings;
  private final String event;
  private final int value;

  TriedKind(String settings, String event, int value) {
    this.settings = settings;
    this.event = event;
    this.value = value;
  }

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The settings of a namespace of this kind. */
  public String settings() {
    return "{\"kind\": \"" + label() + "\"" + settings + "}";
  }

  /** An event. */
  public String event() {
    return event;
  }

  /** What a counter counts, or is estimated to be, that has one such event. */
  public int value() {
    return value;
  }

  /** What a counter counts, or is estimated to be, as a read answers it. */
  public static int value(JsonObject answer) {
    return answer.containsKey("count")
        ? answer.getInteger("count")
        : answer.getDouble("estimate").intValue();
  }
}
