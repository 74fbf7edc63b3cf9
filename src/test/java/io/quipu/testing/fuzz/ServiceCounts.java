package io.quipu.testing.fuzz;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.quipu.testing.dev.HttpApi;
import io.quipu.testing.dev.TestPatience;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How many events the service has counted, in the namespaces that mutated requests are about. */
final class ServiceCounts {
  private static final List<String> NAMESPACES = List.of("default", PublishedRequests.NAMESPACE);
  private static final int PAGE = 500;
  private static final Gson JSON = new Gson();

  private final HttpApi api;

  ServiceCounts(URI service) {
    this.api = new HttpApi(service);
  }

  void createNamespaces(String settings) {
    for (String namespace : NAMESPACES) {
      api.send("PUT", "/v1/namespaces/" + namespace, settings);
    }
  }

  /** The events of counters of these names, in all namespaces together. */
  Map<String, Long> of(Collection<String> names) {
    Map<String, Long> counted = new HashMap<>();
    List<String> all = List.copyOf(names);
    for (int from = 0; from < all.size(); from += PAGE) {
      List<String> page = all.subList(from, Math.min(all.size(), from + PAGE));
      String answer = api.send("POST", "/v1/counts", question(page).toString());
      for (JsonElement each : JSON.fromJson(answer, JsonObject.class).getAsJsonArray("counts")) {
        JsonObject count = each.getAsJsonObject();
        counted.merge(
            count.get("counter").getAsString(), count.get("events").getAsLong(), Long::sum);
      }
    }
    return counted;
  }

  private static JsonObject question(List<String> names) {
    JsonArray counters = new JsonArray();
    for (String name : names) {
      for (String namespace : NAMESPACES) {
        JsonObject counter = new JsonObject();
        counter.addProperty("namespace", namespace);
        counter.addProperty("counter", name);
        counters.add(counter);
      }
    }
    JsonObject question = new JsonObject();
    question.add("counters", counters);
    return question;
  }

  /**
   * The events of counters of any other name.
   *
   * @param expected how many there must be; they appear in lists as they are settled
   */
  long others(Set<String> names, long expected) {
    long deadline = System.nanoTime() + TestPatience.LIMIT.toNanos();
    long found = listed(names);
    while (found < expected && System.nanoTime() < deadline) {
      found = listed(names);
    }
    return found;
  }

  private long listed(Set<String> without) {
    long events = 0;
    for (String namespace : NAMESPACES) {
      String path = "/v1/counters/" + namespace + "?limit=1000";
      boolean hasMore = true;
      for (String after = ""; hasMore; ) {
        JsonObject page = JSON.fromJson(get(path + after), JsonObject.class);
        for (JsonElement each : page.getAsJsonArray("counters")) {
          JsonObject counter = each.getAsJsonObject();
          if (!without.contains(counter.get("counter").getAsString())) {
            events += counter.get("events").getAsLong();
          }
        }
        hasMore = page.has("next");
        after = hasMore ? "&after=" + encoded(page.get("next").getAsString()) : "";
      }
    }
    return events;
  }

  private static String encoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8);
  }

  String get(String path) {
    return api.get(path);
  }
}
