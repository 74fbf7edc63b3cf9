package io.quipu.edge.http;

import io.quipu.edge.http.record.BulkRecording;
import io.vertx.core.json.JsonObject;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Batches of which one element is wrong: nothing of them may be recorded. */
final class BatchErrors extends ErrorRows {
  @Override
  void rows() {
    badBatches();
    badCloudEvents();
  }

  private void badBatches() {
    String good = "{\"counter\":\"" + ErrorTable.COUNTER + "\"}";
    batch("no counter", "[" + good + ",{\"delta\":1}]", "events[1].counter", 1);
    batch("an empty counter", "[{\"counter\":\"\"}]", "events[0].counter", 0);
    batch(
        "a counter of 600 bytes",
        "[{\"counter\":\"" + "n".repeat(600) + "\"}]",
        "events[0].counter",
        0);
    batch(
        "a bad namespace",
        "[" + good + ",{\"namespace\":\"A\",\"counter\":\"c\"}]",
        "events[1].namespace",
        1);
    batch("an unknown field", "[" + good + ",{\"counter\":\"c\",\"kind\":1}]", "events[1].kind", 1);
    batch("a bad delta", "[" + good + ",{\"counter\":\"c\",\"delta\":0}]", "events[1].delta", 1);
    batch("an object", good, "body", -1);
    batch("an empty batch", "[]", "events", -1);
    batch("an empty body", " ", "body", -1);
    batch("10,001 events", "[" + repeated(good, 10_001, ",") + "]", "events", -1);
    request("batch: another confirm", "POST", "/v1/events?confirm=true", "confirm");
    add(
        "batch: 101 counters to be confirmed",
        json(
            "POST",
            "/v1/events?confirm=settled",
            IntStream.rangeClosed(0, BulkRecording.CONFIRMED_COUNTERS)
                .mapToObj(i -> "{\"counter\":\"" + ErrorTable.COUNTER + i + "\"}")
                .collect(Collectors.joining(",", "[", "]"))),
        400,
        "invalid-request",
        "confirm");
    add(
        "an unknown namespace in a batch",
        json("POST", "/v1/events", "[" + good + ",{\"namespace\":\"nobodys\",\"counter\":\"c\"}]"),
        404,
        "unknown-namespace",
        "events[1].namespace",
        1);
    lines("a bad line", good + "\n\n{\"delta\":0,\"counter\":\"c\"}\n", "events[1].delta", 1);
    lines("a line that ends too early", good + "\n{\"counter\":\"c\"\n", "events[1]", 1);
    lines("two objects in a line", good + good, "events[0]", 0);
    lines("an array", "[" + good + "]", "events[0]", 0);
    lines("empty lines only", "\n \r\n\n", "events", -1);
    lines("10,001 lines", repeated(good, 10_001, "\n"), "events", -1);
  }

  private void badCloudEvents() {
    cloudEvent("no subject", cloudEvent("subject", null), "subject");
    cloudEvent("no id", cloudEvent("id", null), "id");
    cloudEvent("no source", cloudEvent("source", null), "source");
    cloudEvent("no type", cloudEvent("type", null), "type");
    cloudEvent("another version", cloudEvent("specversion", "0.3"), "specversion");
    cloudEvent("a type that is no namespace", cloudEvent("type", "com.example.vote"), "type");
    cloudEvent("a source with a space", cloudEvent("source", "/a b"), "source");
    cloudEvent("an id that is too long", cloudEvent("id", "i".repeat(256)), "id");
    cloudEvent("data that is no object", cloudEvent().put("data", 1), "data");
    cloudEvent(
        "a delta of 0", cloudEvent().put("data", new JsonObject().put("delta", 0)), "data.delta");
    cloudEvent(
        "a fraction", cloudEvent().put("data", new JsonObject().put("delta", 1.5)), "data.delta");
  }

  private void batch(String name, String body, String field, int index) {
    invalid("batch: " + name, json("POST", "/v1/events", body), field, index);
  }

  private void lines(String name, String body, String field, int index) {
    invalid("lines: " + name, post("/v1/events", NDJSON, body), field, index);
  }

  private void cloudEvent(String name, JsonObject event, String field) {
    String body = "[" + cloudEvent() + "," + event + "]";
    invalid(
        "CloudEvents: " + name, post("/v1/events", CLOUD_EVENTS, body), "events[1]." + field, 1);
  }

  private static JsonObject cloudEvent() {
    return new JsonObject()
        .put("specversion", "1.0")
        .put("id", "1")
        .put("source", "/test")
        .put("type", "default")
        .put("subject", ErrorTable.COUNTER);
  }

  private static JsonObject cloudEvent(String attribute, String value) {
    JsonObject event = cloudEvent();
    event.remove(attribute);
    return value == null ? event : event.put(attribute, value);
  }
}
