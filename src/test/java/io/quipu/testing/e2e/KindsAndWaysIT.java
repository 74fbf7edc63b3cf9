package io.quipu.testing.e2e;

import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.Thorough;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every kind over HTTP and WebSockets: the first part of {@link KindsTable}. */
@Thorough
@EndToEnd
class KindsAndWaysIT {
  private Api api;

  @Test
  void everyPairWorks_orItIsKnownWhyNot(SharedQuipu shared) {
    api = shared.open().api(0);
    for (TriedKind kind : TriedKind.values()) {
      api.createNamespace(namespace(kind), kind.settings());
    }
    KindsTable.check(KindsTable.Part.OVER_HTTP, ways());
  }

  private static String namespace(TriedKind kind) {
    return "way-" + kind.label();
  }

  private static String path(TriedKind kind) {
    return Api.path(namespace(kind), "a");
  }

  /** The ways in, in the order of the table: counters are recorded first, and deleted last. */
  private Map<String, Predicate<TriedKind>> ways() {
    Map<String, Predicate<TriedKind>> ways = new LinkedHashMap<>();
    ways.put("record", kind -> post(path(kind) + "/events", kind.event()) == 201);
    ways.put("batch", kind -> post("/v1/events", batch(kind)) == 201);
    ways.put("over a WebSocket", this::recordsLive);
    ways.put("verdicts", kind -> post(path(kind) + "/events?confirm=settled", kind.event()) == 201);
    ways.put("page views", this::countsViews);
    ways.put("read", kind -> get(path(kind)) == 200);
    ways.put("read many", kind -> post("/v1/counts", many(kind)) == 200);
    ways.put("windows", kind -> get(path(kind) + "/windows?granularity=hour") == 200);
    ways.put("total", kind -> get(path(kind) + "/total?from=-1d") == 200);
    ways.put("breakdown", kind -> get(path(kind) + "?by=country") == 200);
    ways.put("list", kind -> lists(kind, ""));
    ways.put("prefix", kind -> lists(kind, "?prefix=a"));
    ways.put("as CSV", this::listsAsTable);
    ways.put("top", kind -> get(list(kind) + "/top") == 200);
    ways.put("top of a window", kind -> get(list(kind) + "/top?granularity=hour") == 200);
    ways.put("recount", kind -> recounts(kind));
    ways.put("live", kind -> follows(kind, "counters", List.of("a")));
    ways.put("live by prefix", kind -> follows(kind, "prefix", "a"));
    ways.put("Server-Sent Events", this::streams);
    ways.put("badge", kind -> get(path(kind) + "/badge.svg") == 200);
    ways.put("reset", kind -> api.delete(path(kind)).status() == 200);
    ways.put("purge", kind -> api.delete(path(kind) + "?purge=true").status() == 202);
    ways.put("delete the namespace", this::deletes);
    return ways;
  }

  private int get(String path) {
    int status = api.get(path).status();
    if (status == 200) {
      new Representations(api, path).check();
    }
    return status;
  }

  private int post(String path, String body) {
    return api.post(path, "application/json", body).status();
  }

  private static String list(TriedKind kind) {
    return "/v1/counters/" + namespace(kind);
  }

  private static JsonObject named(TriedKind kind) {
    return new JsonObject(kind.event()).put("namespace", namespace(kind)).put("counter", "a");
  }

  private static String batch(TriedKind kind) {
    return "[" + named(kind).encode() + "]";
  }

  private static String many(TriedKind kind) {
    JsonObject name = new JsonObject().put("namespace", namespace(kind)).put("counter", "a");
    return new JsonObject().put("counters", List.of(name)).encode();
  }

  private boolean recordsLive(TriedKind kind) {
    try (LiveCounts live = new LiveCounts(api.webSocket("/v1/live"))) {
      live.say(named(kind).put("type", "record").put("ref", 1));
      await("an answer").until(() -> live.hasHeard("recorded") || live.hasHeard("error"));
      return live.hasHeard("recorded");
    }
  }

  private boolean countsViews(TriedKind kind) {
    String page = "https://www.example.org";
    String views = "{\"views\": [\"" + page + "\"]}";
    if (api.put("/v1/namespaces/" + namespace(kind), views).status() != 200) {
      return false;
    }
    HttpRequest.Builder view =
        HttpRequest.newBuilder(api.uri("/v1/views/" + namespace(kind)))
            .header("Origin", page)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"path\": \"/a\", \"id\": \"1\"}"));
    await("the setting to be known").until(() -> Api.send(view).status() == 201);
    return true;
  }

  /** A counter is in lists once it is settled. */
  private boolean lists(TriedKind kind, String query) {
    await("the counter in a list")
        .until(
            () ->
                !api.get(list(kind) + query).expect(200).json().getJsonArray("counters").isEmpty());
    return true;
  }

  private boolean listsAsTable(TriedKind kind) {
    HttpRequest.Builder request = HttpRequest.newBuilder(api.uri(list(kind)));
    Answer answer = Api.send(request.header("Accept", "text/csv"));
    return answer.status() == 200 && answer.text().contains("\r\na,");
  }

  private boolean recounts(TriedKind kind) {
    synchronized (Api.HTTP) {
      return post(path(kind) + "/recount", "") == 200;
    }
  }

  private boolean follows(TriedKind kind, String field, Object value) {
    List<String> heard = new CopyOnWriteArrayList<>();
    try (FollowedMessages live = new FollowedMessages(api.webSocket("/v1/live"), heard::add)) {
      live.say(
          new JsonObject()
              .put("type", "subscribe")
              .put("ref", 1)
              .put("namespace", namespace(kind))
              .put(field, value));
      await("a count or an error")
          .until(
              () ->
                  Stream.of("\"type\":\"count\"", "\"type\":\"error\"")
                      .anyMatch(text -> heard.stream().anyMatch(each -> each.contains(text))));
      return heard.stream().noneMatch(each -> each.contains("\"type\":\"error\""));
    }
  }

  private boolean streams(TriedKind kind) {
    try (FollowedStream stream = FollowedStream.of(api, namespace(kind), "a")) {
      await("an event").until(() -> stream.said("event: count"));
      return true;
    }
  }

  private boolean deletes(TriedKind kind) {
    return api.delete("/v1/namespaces/" + namespace(kind)).status() == 202;
  }
}
