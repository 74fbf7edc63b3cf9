package io.quipu.edge;

import static io.quipu.edge.ServedWays.EVENT;
import static io.quipu.edge.ServedWays.LINEAR;
import static io.quipu.edge.ServedWays.SKETCH;

import io.quipu.edge.resp.command.CommandName;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The table of ways in that record events for callers: a way that is in it is tested. */
enum WayIn {
  COUNTER("http", EVENT, (served, sent) -> served.post(sent, path(sent), "json", json(sent))),
  COUNTER_LIST(
      "http",
      EVENT,
      (served, sent) -> served.post(sent, path(sent), "json", "[" + json(sent) + "]")),
  CONFIRMED(
      "http",
      EVENT,
      (served, sent) -> served.post(sent, path(sent) + "?confirm=settled", "json", json(sent))),
  LIST(
      "http",
      EVENT,
      (served, sent) -> served.post(sent, "/v1/events", "json", "[" + named(sent) + "]")),
  LINES("http", EVENT, (served, sent) -> served.post(sent, "/v1/events", "x-ndjson", named(sent))),
  CLOUD_EVENT(
      "http",
      EVENT,
      (served, sent) -> served.post(sent, "/v1/events", "cloudevents+json", cloudEvent(sent))),
  CLOUD_EVENTS(
      "http",
      EVENT,
      (served, sent) ->
          served.post(sent, "/v1/events", "cloudevents-batch+json", "[" + cloudEvent(sent) + "]")),
  WEB_SOCKET("live", EVENT, (served, sent) -> served.say(sent, named(sent))),
  INCR(CommandName.INCR, LINEAR, "key"),
  INCRBY(CommandName.INCRBY, LINEAR, "key", "delta"),
  DECR(CommandName.DECR, LINEAR, "key"),
  DECRBY(CommandName.DECRBY, LINEAR, "key", "delta"),
  SET(CommandName.SET, LINEAR, "key", "delta"),
  SETNX(CommandName.SETNX, LINEAR, "key", "delta"),
  HINCRBY(CommandName.HINCRBY, LINEAR, "key", "country", "delta"),
  HINCRBY_OF_A_LABEL(CommandName.HINCRBY, EVENT, "key", "country", "delta"),
  QUIPU_ADD(CommandName.QUIPU_ADD, EVENT, "key", "delta"),
  PFADD(CommandName.PFADD, SKETCH, "key", "country"),
  LINE(
      "toy",
      EVENT,
      (served, sent) -> served.line("record", sent.keyOr("-"), sent.namespace(), sent.counter()));

  /** The folder of the way in, under {@code edge}. */
  final String folder;

  /** The namespace whose kind takes the events of the way. */
  final String namespace;

  final @Nullable CommandName command;

  @SuppressWarnings("ImmutableEnumChecker") // the functions have no state
  private final Asking asking;

  /** Sends one event, on a new connection. Returns the answer, with its words for people. */
  @FunctionalInterface
  interface Asking {
    String ask(ServedWays served, Sent sent) throws Exception;
  }

  /**
   * An event. A way sends what it can of it.
   *
   * @param key empty to show none
   * @param country the value of a label; empty for none
   */
  record Sent(String key, String namespace, String counter, long delta, String country) {
    String keyOr(String none) {
      return key.isEmpty() ? none : key;
    }
  }

  WayIn(String folder, String namespace, Asking asking) {
    this(folder, namespace, null, asking);
  }

  WayIn(CommandName command, String namespace, String... words) {
    this("resp", namespace, command, (served, sent) -> served.command(sent, command, words));
  }

  WayIn(String folder, String namespace, @Nullable CommandName command, Asking asking) {
    this.folder = folder;
    this.namespace = namespace;
    this.command = command;
    this.asking = asking;
  }

  String ask(ServedWays served, Sent sent) {
    try {
      return asking.ask(served, sent);
    } catch (Exception failure) {
      throw new AssertionError(this + " of " + sent, failure);
    }
  }

  /** Tells whether every event of the way is of delta 1 and of nothing else. */
  boolean isOfDeltaOne() {
    return this == INCR || this == LINE;
  }

  /** Tells whether events of the way may have labels. */
  boolean hasLabels() {
    return namespace.equals(EVENT) && this != QUIPU_ADD && this != LINE;
  }

  private static String path(Sent sent) {
    return "/v1/counters/" + sent.namespace() + "/" + sent.counter() + "/events";
  }

  private static JsonObject event(Sent sent) {
    JsonObject event = new JsonObject();
    if (sent.delta() != 1) {
      event.put("delta", sent.delta());
    }
    return sent.country().isEmpty()
        ? event
        : event.put("labels", Map.of("country", sent.country()));
  }

  private static String json(Sent sent) {
    return event(sent).encode();
  }

  private static String named(Sent sent) {
    return event(sent).put("namespace", sent.namespace()).put("counter", sent.counter()).encode();
  }

  private static String cloudEvent(Sent sent) {
    return new JsonObject()
        .put("specversion", "1.0")
        .put("id", "7")
        .put("source", "/some")
        .put("type", sent.namespace())
        .put("subject", sent.counter())
        .put("data", event(sent))
        .encode();
  }
}
