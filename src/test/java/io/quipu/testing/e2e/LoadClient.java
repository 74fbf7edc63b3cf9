package io.quipu.testing.e2e;

import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/**
 * A client that enters into ledgers what became of its events. What is refused it sends again; what
 * is in doubt it does not, having no ids. For one thread.
 */
final class LoadClient {
  private static final String OUTCOME_UNKNOWN = "outcome-unknown";

  /** An event on its way, and whose it is. */
  record Sent(Ledger ledger, long delta) {}

  private enum Outcome {
    RECORDED,
    REFUSED,
    UNKNOWN
  }

  private final Api api;
  private final String namespace;
  private final LongAdder refusals;
  private Duration slowest = Duration.ZERO;

  /**
   * @param refusals where it counts the events that were refused
   */
  LoadClient(Api api, String namespace, LongAdder refusals) {
    this.api = api;
    this.namespace = namespace;
    this.refusals = refusals;
  }

  /** The longest that an answer has taken. */
  Duration slowest() {
    return slowest;
  }

  /** Sends a single event until it is recorded or in doubt. */
  void single(Sent event) {
    event.ledger().attempt(event.delta());
    untilDecided(List.of(event), this::postSingle);
  }

  /** Sends an array for one counter, all of one ledger, until it is recorded or in doubt. */
  void array(List<Sent> events) {
    events.forEach(event -> event.ledger().attempt(event.delta()));
    untilDecided(events, this::postArray);
  }

  /** Sends a batch for many counters until each event is recorded or in doubt. */
  void batch(List<Sent> events) {
    events.forEach(event -> event.ledger().attempt(event.delta()));
    untilDecided(events, this::postBatch);
  }

  /** Sends a single event once; answers whether it was acknowledged. */
  boolean tryOnce(Sent event) {
    return tryOnce(List.of(event), this::postSingle);
  }

  /** Sends an array for one counter once; answers whether all of it was acknowledged. */
  boolean tryOnce(List<Sent> events) {
    return tryOnce(events, this::postArray);
  }

  private boolean tryOnce(List<Sent> events, Post post) {
    events.forEach(event -> event.ledger().attempt(event.delta()));
    List<Outcome> outcomes = timed(() -> post.of(events));
    enter(events, outcomes);
    return outcomes.stream().allMatch(Outcome.RECORDED::equals);
  }

  private interface Post {
    List<Outcome> of(List<Sent> events);
  }

  private interface Answering {
    List<Outcome> get();
  }

  private void untilDecided(List<Sent> events, Post post) {
    List<Sent> rest = events;
    while (!rest.isEmpty()) {
      List<Sent> now = rest;
      rest = enter(now, timed(() -> post.of(now)));
      if (!rest.isEmpty()) {
        await().pollDelay(Duration.ofMillis(50)).until(() -> true);
      }
    }
  }

  private List<Outcome> timed(Answering answering) {
    long start = System.nanoTime();
    List<Outcome> outcomes = answering.get();
    Duration taken = Duration.ofNanos(System.nanoTime() - start);
    slowest = taken.compareTo(slowest) > 0 ? taken : slowest;
    return outcomes;
  }

  /** Answers the refused ones. */
  private List<Sent> enter(List<Sent> events, List<Outcome> outcomes) {
    List<Sent> refused = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      Sent event = events.get(i);
      switch (outcomes.get(i)) {
        case RECORDED -> event.ledger().acknowledge(event.delta());
        case UNKNOWN -> event.ledger().doubt(event.delta());
        case REFUSED -> refused.add(event);
      }
    }
    refusals.add(refused.size());
    return refused;
  }

  private List<Outcome> postSingle(List<Sent> events) {
    Sent event = events.get(0);
    String body = "{\"delta\": " + event.delta() + "}";
    return post(
        events, Api.path(namespace, event.ledger().counter) + "/events", "application/json", body);
  }

  private List<Outcome> postArray(List<Sent> events) {
    JsonArray body = new JsonArray();
    events.forEach(event -> body.add(new JsonObject().put("delta", event.delta())));
    String path = Api.path(namespace, events.get(0).ledger().counter) + "/events";
    return post(events, path, "application/json", body.encode());
  }

  private List<Outcome> postBatch(List<Sent> events) {
    StringBuilder body = new StringBuilder();
    for (Sent event : events) {
      JsonObject line =
          new JsonObject()
              .put("namespace", namespace)
              .put("counter", event.ledger().counter)
              .put("delta", event.delta());
      body.append(line.encode()).append('\n');
    }
    return post(events, "/v1/events", "application/x-ndjson", body.toString());
  }

  private List<Outcome> post(List<Sent> events, String path, String type, String body) {
    try {
      return outcomes(events.size(), api.post(path, type, body));
    } catch (UncheckedIOException noAnswer) {
      // who cannot connect has sent nothing
      boolean connected = !(noAnswer.getCause() instanceof ConnectException);
      return all(events.size(), connected ? Outcome.UNKNOWN : Outcome.REFUSED);
    }
  }

  private static List<Outcome> outcomes(int events, Answer answer) {
    return switch (answer.status()) {
      case 201 -> all(events, Outcome.RECORDED);
      case 207 -> mixed(events, answer.json());
      case 503 ->
          all(events, answer.problem().equals(OUTCOME_UNKNOWN) ? Outcome.UNKNOWN : Outcome.REFUSED);
      default -> throw new AssertionError(answer.status() + " " + answer.text());
    };
  }

  private static List<Outcome> mixed(int events, JsonObject answer) {
    List<Outcome> outcomes = new ArrayList<>(all(events, Outcome.RECORDED));
    Set<Integer> named = new HashSet<>();
    for (Object each : answer.getJsonArray("results")) {
      JsonObject result = (JsonObject) each;
      int index = result.getInteger("index");
      named.add(index);
      boolean unknown = result.getString("type").endsWith(OUTCOME_UNKNOWN);
      outcomes.set(index, unknown ? Outcome.UNKNOWN : Outcome.REFUSED);
    }
    if (answer.getInteger("failed") != named.size()
        || answer.getInteger("recorded") != events - named.size()) {
      throw new AssertionError("results do not add up: " + answer.encode());
    }
    return outcomes;
  }

  private static List<Outcome> all(int events, Outcome outcome) {
    return Collections.nCopies(events, outcome);
  }
}
