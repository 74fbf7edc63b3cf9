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

  static List<String> subscriptions(List<CounterRef> counters) {
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
            messages.add(subscription(messages.size() + 1, namespace, some));
          }
        });
    return messages;
  }

  private static String subscription(int ref, String namespace, List<String> names) {
    StringBuilder text = new StringBuilder("{\"type\":\"subscribe\",\"ref\":").append(ref);
    JsonText.quote(text.append(",\"namespace\":"), namespace).append(",\"counters\":");
    char before = '[';
    for (String name : names) {
      JsonText.quote(text.append(before), name);
      before = ',';
    }
    return text.append("]}").toString();
  }
}
