package io.quipu.testing.fuzz;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.quipu.testing.dev.TestPatience;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The acknowledged events by counter, held against what the service has counted: an event more was
 * recorded by somebody who was refused, or twice. Safe on any thread.
 */
final class RightsLedger {
  /** Kinds of which all counters can be listed. */
  private static final List<String> LISTED = List.of("alpha", "beta", "gamma", "omega");

  private final Map<String, Long> events = new TreeMap<>();
  private final Set<String> unique = new HashSet<>();
  private long keys;

  /** An event was acknowledged. Of kind {@code unique} each id counts once. */
  synchronized void recorded(SentEvent event) {
    String counter = event.namespace() + "/" + event.counter();
    if (!event.namespace().equals("beta") || unique.add(counter + " " + event.id())) {
      events.merge(counter, event.events(), Long::sum);
    }
  }

  synchronized void keyCreated() {
    keys++;
  }

  synchronized long total() {
    return events.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The differences, in words. */
  synchronized List<String> differences(RightsWorld world, long keysBefore) {
    events.merge("omega/" + RightsWorld.HIDDEN, 1L, Long::sum);
    List<String> found = new ArrayList<>();
    for (String namespace : RightsWorld.DRAWN) {
      for (String counter : RightsWorld.COUNTERS) {
        events.putIfAbsent(namespace + "/" + counter, 0L);
      }
    }
    for (Map.Entry<String, Long> each : events.entrySet()) {
      String[] names = each.getKey().split("/", 2);
      if (RightsWorld.DRAWN.contains(names[0])) {
        String path = "/v1/counters/" + names[0] + "/" + encoded(names[1]);
        long counted = world.send("GET", path, "").get("events").getAsLong();
        if (counted != each.getValue()) {
          found.add(each.getKey() + ": " + counted + " events, " + each.getValue() + " said");
        }
      }
    }
    for (String namespace : LISTED) {
      found.addAll(unknown(world, namespace));
    }
    long keysNow = keys(world);
    if (keysNow != keysBefore + keys) {
      found.add(keysNow + " keys, " + (keysBefore + keys) + " said");
    }
    return found;
  }

  private static String encoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Counters of which nothing was ever acknowledged, once all are settled. */
  private List<String> unknown(RightsWorld world, String namespace) {
    long said =
        events.entrySet().stream()
            .filter(each -> each.getKey().startsWith(namespace + "/"))
            .mapToLong(Map.Entry::getValue)
            .sum();
    long deadline = System.nanoTime() + TestPatience.LIMIT.toNanos();
    Map<String, Long> listed = listed(world, namespace);
    while (sum(listed) < said && System.nanoTime() < deadline) {
      listed = listed(world, namespace);
    }
    return listed.keySet().stream()
        .filter(name -> !events.containsKey(namespace + "/" + name))
        .filter(name -> !RightsWorld.RESET.contains(name))
        .map(name -> namespace + "/" + name + " was recorded into by nobody")
        .toList();
  }

  private static long sum(Map<String, Long> listed) {
    return listed.values().stream().mapToLong(Long::longValue).sum();
  }

  private static Map<String, Long> listed(RightsWorld world, String namespace) {
    Map<String, Long> found = new HashMap<>();
    String path = "/v1/counters/" + namespace + "?limit=1000";
    for (JsonElement each : world.send("GET", path, "").getAsJsonArray("counters")) {
      JsonObject counter = each.getAsJsonObject();
      found.put(counter.get("counter").getAsString(), counter.get("events").getAsLong());
    }
    return found;
  }

  /** How many keys there are. */
  static long keys(RightsWorld world) {
    long found = 0;
    String after = "";
    boolean more = true;
    while (more) {
      JsonObject page = world.send("GET", "/v1/keys?limit=1000" + after, "");
      found += page.getAsJsonArray("keys").size();
      more = page.has("next");
      after = more ? "&after=" + page.get("next").getAsString() : "";
    }
    return found;
  }
}
