package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.AtOnce;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Guarantee G3 through two instances: events with the same id count once. */
@AtOnce
@EndToEnd
class DeduplicationIT {
  private static final String NAMESPACE = "deduplicated";
  private static final String UNIQUE = "deduplicated-unique";
  private static final String FIVE = "{\"id\": \"/shop 8812\", \"delta\": 5}";

  private static RunningQuipu quipu;
  private static Api here;
  private static Api there;

  @BeforeAll
  static void start(SharedQuipu shared) {
    quipu = shared.open();
    here = quipu.api(0);
    there = quipu.api(1);
    here.createNamespace(NAMESPACE);
    here.createNamespace(UNIQUE, "{\"kind\": \"unique\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {NAMESPACE, UNIQUE})
  void countsOnce_whateverIsSentAgain(String namespace) {
    String counter = "one after the other";
    assertThat(here.outcome(namespace, counter, FIVE)).isEqualTo("counted");
    assertThat(here.outcome(namespace, counter, FIVE)).isEqualTo("duplicate");
    assertThat(there.outcome(namespace, counter, FIVE)).isEqualTo("duplicate");
    assertThat(there.outcomes(namespace, counter, "[" + FIVE + "," + FIVE + "]"))
        .containsExactly("duplicate", "duplicate");
    assertCounted(namespace, counter, 5, 1);
  }

  @Test
  void countsOnce_howeverItIsSent() {
    String counter = "every way";
    String path = Api.path(NAMESPACE, counter) + "/events";
    String named =
        "{\"namespace\": \"deduplicated\", \"counter\": \"every way\","
            + " \"id\": \"/shop 8812\", \"delta\": 5}";
    here.record(NAMESPACE, counter, FIVE).expect(201);
    there.record(NAMESPACE, counter, "[" + FIVE + "," + FIVE + "]").expect(201);
    here.post("/v1/events", "application/json", "[" + named + "]").expect(201);
    there.post("/v1/events", "application/x-ndjson", named + "\n" + named).expect(201);
    here.post("/v1/events", "application/cloudevents-batch+json", cloudEvent(counter)).expect(201);
    Api.send(
            HttpRequest.newBuilder(there.uri(path))
                .header("Idempotency-Key", "/shop 8812")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"delta\": 5}")))
        .expect(201);
    assertThat(overSocket(counter)).isEqualTo("duplicate");
    assertCounted(NAMESPACE, counter, 5, 1);
  }

  private static String cloudEvent(String counter) {
    JsonObject event =
        new JsonObject()
            .put("specversion", "1.0")
            .put("source", "/shop")
            .put("id", "8812")
            .put("type", NAMESPACE)
            .put("subject", counter)
            .put("data", new JsonObject().put("delta", 5));
    return "[" + event.encode() + "]";
  }

  private static String overSocket(String counter) {
    try (LiveCounts socket = new LiveCounts(there.webSocket("/v1/live"))) {
      socket.say(
          new JsonObject(FIVE)
              .put("type", "record")
              .put("namespace", NAMESPACE)
              .put("counter", counter)
              .put("confirm", "settled"));
      return socket.first("recorded").getString("outcome");
    }
  }

  @Test
  void countsOnce_whatIsSentBeforeItIsSettled() {
    String counter = "all at once";
    assertThat(
            here.outcomes(
                NAMESPACE,
                counter,
                "[" + FIVE + ", {\"delta\": 2}, " + FIVE + ", {}, " + FIVE + "]"))
        .containsExactly("counted", "counted", "duplicate", "counted", "duplicate");
    assertCounted(NAMESPACE, counter, 8, 3);
  }

  @Test
  void answersTheOutcomesOfManyCounters_inTheOrderOfTheEvents() {
    String event = "{\"namespace\": \"deduplicated\", \"counter\": \"batch %s\", \"id\": \"%s\"}";
    String body =
        "[%s, %s, %s, %s]"
            .formatted(
                event.formatted("a", 1),
                event.formatted("b", 1),
                event.formatted("a", 1),
                event.formatted("b", 2));
    Answer answer = here.post("/v1/events?confirm=settled", "application/json", body);

    assertThat(answer.expect(201).json().getJsonArray("outcomes"))
        .containsExactly("counted", "counted", "duplicate", "counted");
    assertCounted(NAMESPACE, "batch a", 1, 1);
    assertCounted(NAMESPACE, "batch b", 2, 2);
  }

  @ParameterizedTest
  @ValueSource(strings = {NAMESPACE, UNIQUE})
  void theFirstStands_whenAnotherDeltaHasItsId(String namespace) {
    String counter = "conflict";
    String seven = FIVE.replace("5", "7");
    assertThat(here.outcome(namespace, counter, FIVE)).isEqualTo("counted");
    assertThat(there.outcome(namespace, counter, seven)).isEqualTo("conflict");
    assertThat(here.outcomes(namespace, counter, "[" + seven + "," + FIVE + "]"))
        .containsExactly("conflict", "duplicate");
    assertCounted(namespace, counter, 5, 1);
  }

  @Test
  void uniqueAddsUpTheDeltasOfItsIds_andTakesNoEventWithoutOne() {
    String events =
        "[{\"id\": \"a\", \"delta\": 3}, {\"id\": \"b\", \"delta\": -1}, {\"id\": \"a\", \"delta\":"
            + " 3}]";
    here.record(UNIQUE, "sum", events).expect(201);
    there.record(UNIQUE, "sum", events).expect(201);
    assertThat(here.record(UNIQUE, "sum", "[{\"id\": \"c\"}, {}]").status()).isEqualTo(400);
    assertThat(here.recordOne(UNIQUE, "sum").status()).isEqualTo(400);
    assertThat(here.outcome(UNIQUE, "sum", "{\"id\": \"d\"}")).isEqualTo("counted");
    assertCounted(UNIQUE, "sum", 3, 3);
  }

  @Test
  void countsTwice_whereNothingIsDeduplicated() {
    here.createNamespace("off", "{\"deduplicate\": \"off\"}");
    assertThat(here.outcome("off", "twice", FIVE)).isEqualTo("counted");
    assertThat(there.outcomes("off", "twice", "[" + FIVE + "," + FIVE + "]"))
        .containsExactly("counted", "counted");
    assertCounted("off", "twice", 15, 3);
  }

  /** The window runs in event time, from the event that was counted. */
  @Test
  void countsAgain_onceTheWindowHasPassed() {
    here.createNamespace("brief", "{\"deduplicate\": \"2s\"}");
    long first = ticks(outcomeOf("counted"));
    await("the id to be forgotten")
        .pollDelay(Duration.ZERO)
        .until(
            () -> {
              JsonObject answer = here.confirmed("brief", "again", FIVE);
              boolean passed = ticks(answer) - first >= 20_000_000;
              assertThat(answer.getString("outcome")).isEqualTo(passed ? "counted" : "duplicate");
              return passed;
            });
    assertCounted("brief", "again", 10, 2);
  }

  /** A changed setting holds for events recorded after it; so must what their senders are told. */
  @Test
  void verdictsAgreeWithTheCount_whileTheWindowChanges() {
    here.createNamespace("window-changing", "{\"deduplicate\": \"1s\"}");
    assertThat(here.outcome("window-changing", "a", FIVE)).isEqualTo("counted");
    AtomicLong counted = new AtomicLong(1);
    here.put("/v1/namespaces/window-changing", "{\"deduplicate\": \"24h\"}").expect(200);
    await("an event to be a duplicate long after a second")
        .pollDelay(Duration.ofMillis(1_500))
        .pollInterval(Duration.ofMillis(1_500))
        .until(
            () -> {
              String outcome = here.outcome("window-changing", "a", FIVE);
              counted.addAndGet(outcome.equals("counted") ? 1 : 0);
              assertThat(here.count("window-changing", "a").events()).isEqualTo(counted.get());
              return outcome.equals("duplicate");
            });
    assertCounted("window-changing", "a", 5 * counted.get(), counted.get());
  }

  private static JsonObject outcomeOf(String expected) {
    JsonObject answer = there.confirmed("brief", "again", FIVE);
    assertThat(answer.getString("outcome")).isEqualTo(expected);
    return answer;
  }

  private static long ticks(JsonObject recorded) {
    return UUID.fromString(recorded.getString("at")).timestamp();
  }

  /** In the count, its windows and the list of its namespace, from both instances. */
  static void assertCounted(String namespace, String counter, long count, long events) {
    for (Api api : List.of(here, there)) {
      assertThat(api.settled(namespace, counter))
          .as(counter)
          .isEqualTo(new CountRead(count, events, count, events));
      for (String granularity : Set.of("minute", "hour", "day")) {
        assertThat(api.windowSum(namespace, counter, granularity))
            .as(counter + " by " + granularity)
            .isEqualTo(count);
      }
      assertThat(listed(api, namespace, counter))
          .isEqualTo(
              new JsonObject()
                  .put("counter", counter)
                  .put("count", (int) count)
                  .put("events", (int) events));
    }
  }

  private static JsonObject listed(Api api, String namespace, String counter) {
    return api
        .get("/v1/counters/" + namespace + "?limit=1000")
        .expect(200)
        .json()
        .getJsonArray("counters")
        .stream()
        .map(JsonObject.class::cast)
        .filter(each -> each.getString("counter").equals(counter))
        .findFirst()
        .orElseThrow();
  }
}
