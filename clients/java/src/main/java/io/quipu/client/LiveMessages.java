package io.quipu.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The messages of a client on a live connection. */
final class LiveMessages {
  static final String PING = "{\"type\":\"ping\"}";

  /** A hundred of the longest names are far below the largest message. */
  private static final int NAMES = 100;

  private LiveMessages() {}

  /** The problem of a message of type {@code error}. */
  static Problem problem(JsonObject error) {
    return new Problem(
        error.text("problem", "about:blank"),
        error.text("title", ""),
        error.integer("status", 500),
        error.text("detail", ""));
  }

  /**
   * Subscribes to counters, in as many messages as their names take.
   *
   * @param breakdown by which their series are followed; null for the counters themselves
   */
  static List<String> subscriptions(List<CounterRef> counters, @Nullable Breakdown breakdown) {
    Map<String, List<String>> byNamespace = new LinkedHashMap<>();
    for (CounterRef counter : counters) {
      byNamespace
          .computeIfAbsent(counter.namespace(), namespace -> new ArrayList<>())
          .add(counter.counter());
    }
    List<String> messages = new ArrayList<>();
    byNamespace.forEach(
        (namespace, names) -> {
          for (int from = 0; from < names.size(); from += NAMES) {
            List<String> some = names.subList(from, Math.min(from + NAMES, names.size()));
            messages.add(subscription(messages.size() + 1, namespace, some, breakdown));
          }
        });
    return messages;
  }

  /** Subscribes to all counters of a namespace whose names begin with a prefix. */
  static String prefix(String namespace, String prefix) {
    StringBuilder text = subscription(1, namespace).append(",\"prefix\":");
    return JsonText.quote(text, prefix).append('}').toString();
  }

  private static StringBuilder subscription(int ref, String namespace) {
    StringBuilder text = new StringBuilder("{\"type\":\"subscribe\",\"ref\":").append(ref);
    return JsonText.quote(text.append(",\"namespace\":"), namespace);
  }

  private static String subscription(
      int ref, String namespace, List<String> names, @Nullable Breakdown breakdown) {
    StringBuilder text = subscription(ref, namespace);
    if (breakdown != null) {
      JsonText.quote(text.append(",\"by\":"), Paths.labels(breakdown));
      if (!breakdown.where().isEmpty()) {
        JsonText.quote(text.append(",\"where\":"), Paths.values(breakdown.where()));
      }
    }
    text.append(",\"counters\":");
    char before = '[';
    for (String name : names) {
      JsonText.quote(text.append(before), name);
      before = ',';
    }
    return text.append("]}").toString();
  }
}
