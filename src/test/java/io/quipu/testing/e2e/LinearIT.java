package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.kinds.linear.Bounds;
import io.quipu.engine.kinds.linear.IdPeriod;
import io.quipu.engine.kinds.linear.IncrementOutcome;
import io.quipu.engine.kinds.linear.IncrementOutcome.CountedEvent;
import io.quipu.engine.kinds.linear.IncrementOutcome.PastBound;
import io.quipu.engine.kinds.linear.IncrementOutcome.Recorded;
import io.quipu.engine.kinds.linear.IncrementOutcome.Refused;
import io.quipu.engine.kinds.linear.LinearChecker;
import io.quipu.engine.kinds.linear.LinearState;
import io.quipu.engine.kinds.linear.ObservedState;
import io.quipu.engine.kinds.linear.Sent;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Event;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.dev.AtOnce;
import io.quipu.testing.dev.TestPatience;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Counters of kind linear over HTTP, through two instances. */
@AtOnce
@EndToEnd
class LinearIT {
  private static final int INSTANCES = 2;
  private static final int CLIENTS = 64;

  private static RunningQuipu quipu;
  private static Api api;

  @BeforeAll
  static void start(SharedQuipu shared) {
    quipu = shared.open();
    api = quipu.api(0);
    api.createNamespace("stock", "{\"kind\": \"linear\"}");
    api.createNamespace("seats", "{\"kind\": \"linear\", \"min\": 0, \"max\": 10000}");
  }

  private static Answer cloudEvent(String id, String data) {
    String event =
        "{\"specversion\":\"1.0\",\"id\":\"%s\",\"source\":\"/s\",\"type\":\"stock\",\"subject\":\"event\",\"data\":%s}";
    return api.post("/v1/events", "application/cloudevents+json", event.formatted(id, data));
  }

  @Test
  void obeysTheBoundsOfACloudEvent() {
    cloudEvent("1", "{\"delta\": 5, \"min\": 0, \"max\": 5}").expect(201);
    assertThat(cloudEvent("2", "{\"delta\": -6, \"min\": 0}").expect(409).problem())
        .isEqualTo("past-bound");
    cloudEvent("3", "{\"delta\": 1, \"max\": 5}").expect(409);
    Answer wrong = cloudEvent("4", "{\"delta\": 1, \"Max\": 5}").expect(400);
    assertThat(wrong.json().getString("field")).isEqualTo("data.Max");
    assertThat(api.count("stock", "event").count()).isEqualTo(5);
  }

  /** As in the contract. */
  @Test
  void answersWithTheValueAfterTheIncrement() {
    JsonObject first = api.record("stock", "shoes", "{\"delta\": 41}").expect(201).json();
    JsonObject second = api.recordOne("stock", "shoes").expect(201).json();

    assertThat(first.getInteger("count")).isEqualTo(41);
    assertThat(second.getInteger("count")).isEqualTo(42);
    assertThat(second.getString("status")).isEqualTo("recorded");
    assertThat(UUID.fromString(second.getString("at")).timestamp())
        .isGreaterThan(UUID.fromString(first.getString("at")).timestamp());
    assertThat(quipu.api(1).count("stock", "shoes")).isEqualTo(new CountRead(42, 2, 42, 2));
    assertThat(api.count("stock", "never")).isEqualTo(new CountRead(0, 0, 0, 0));
  }

  @Test
  void anArrayCountsAsAWholeOrNotAtAll() {
    String several = "[{\"delta\": 5}, {\"delta\": -3, \"min\": 0, \"max\": 5}]";
    assertThat(api.record("stock", "array", several).expect(201).json().getInteger("count"))
        .isEqualTo(2);
    String past = "[{\"delta\": 5}, {\"delta\": -8, \"min\": 0}]";
    Answer refused = api.record("stock", "array", past).expect(409);
    assertThat(refused.json().getString("detail"))
        .isEqualTo(
            "A delta of -8 would take the count from 7 to -1, past min, which is 0. Nothing was"
                + " changed.");
    assertThat(api.count("stock", "array").count()).isEqualTo(2);
  }

  @Test
  void boundsAreThoseOfTheRequestAndOfTheNamespace() {
    api.createNamespace("small", "{\"kind\": \"linear\", \"max\": 3}");
    api.record("small", "a", "{\"delta\": 2}").expect(201);
    for (String past : List.of("{\"delta\": 2}", "{\"max\": 2}", "{\"delta\": -3, \"min\": 0}")) {
      Answer refused = api.record("small", "a", past).expect(409);
      assertThat(refused.problem()).isEqualTo("past-bound");
      assertThat(refused.json().getString("field")).isEqualTo("delta");
    }
    JsonObject read = api.get(Api.path("small", "a")).expect(200).json();
    assertThat(read.getInteger("count")).isEqualTo(2);
    assertThat(read.getInteger("max")).isEqualTo(3);
    assertThat(read.containsKey("min")).isFalse();

    api.put("/v1/namespaces/small", "{\"max\": 4}").expect(200);
    quipu.api(1).record("small", "a", "{\"delta\": 2}").expect(201);
    api.put("/v1/namespaces/small", "{\"min\": 5}").expect(400);
    assertThat(api.get("/v1/namespaces/small").json().getInteger("max")).isEqualTo(4);
  }

  /** "1,000 calls an hour for each customer", with three. */
  @Test
  void aMaxOfAPeriod_saysWhatIsLeft_andWhenToComeAgain() {
    String settings =
        "{\"kind\": \"linear\", \"period\": \"month\", \"tz\": \"Europe/Zurich\", \"max\": 3}";
    api.createNamespace("calls", settings);
    ZonedDateTime month =
        ZonedDateTime.now(ZoneId.of("Europe/Zurich"))
            .withDayOfMonth(1)
            .truncatedTo(ChronoUnit.DAYS)
            .plusMonths(1);
    JsonObject shown = api.get("/v1/namespaces/calls").json();
    assertThat(shown.fieldNames())
        .containsExactlyInAnyOrder(
            "namespace", "kind", "deduplicate", "windows", "period", "tz", "max");
    JsonObject first = api.record("calls", "customer", "{\"delta\": 2}").expect(201).json();
    assertThat(first.getInteger("remaining")).isEqualTo(1);
    assertThat(first.getString("resets")).isEqualTo(month.toInstant().toString());
    JsonObject read = quipu.api(1).get(Api.path("calls", "customer")).expect(200).json();
    assertThat(read.getInteger("remaining")).isEqualTo(1);
    assertThat(read.getString("resets")).isEqualTo(month.toInstant().toString());
    JsonObject other = api.get(Api.path("calls", "nobody")).expect(200).json();
    assertThat(other.getInteger("remaining")).isEqualTo(3);

    Answer refused = quipu.api(1).record("calls", "customer", "{\"delta\": 2}").expect(409);
    assertThat(refused.problem()).isEqualTo("past-bound");
    long wait = Long.parseLong(refused.headers().firstValue("Retry-After").orElseThrow());
    assertThat(wait)
        .isBetween(1L, Duration.between(Instant.now(), month.toInstant()).toSeconds() + 60);
    Answer never = api.record("calls", "customer", "{\"delta\": 4}").expect(409);
    assertThat(never.headers().firstValue("Retry-After")).isEmpty();

    for (String bad :
        List.of(
            "{\"kind\": \"linear\", \"period\": \"week\", \"max\": 1}",
            "{\"kind\": \"linear\", \"period\": \"hour\"}")) {
      assertThat(api.put("/v1/namespaces/bad-period", bad).expect(400).json().getString("field"))
          .isEqualTo("period");
    }
    String zone = "{\"kind\": \"linear\", \"period\": \"day\", \"max\": 1, \"tz\": \"Mars\"}";
    assertThat(api.put("/v1/namespaces/bad-period", zone).expect(400).json().getString("field"))
        .isEqualTo("tz");
    api.put("/v1/namespaces/bad-period", "{\"kind\": \"event\", \"period\": \"day\"}").expect(400);
    Answer no = api.put("/v1/namespaces/calls", "{\"rows\": \"7d\"}").expect(400);
    assertThat(no.json().getString("field")).isEqualTo("rows");
  }

  /** At once, on all instances; ids that counted before do not count again. */
  @Test
  void aResetSetsTheCountBackToZero() {
    api.record("stock", "reset", "{\"delta\": 5, \"id\": \"a\"}").expect(201);
    JsonObject reset = quipu.api(1).delete(Api.path("stock", "reset")).expect(200).json();
    assertThat(reset.getString("status")).isEqualTo("reset");
    assertThat(api.count("stock", "reset")).isEqualTo(new CountRead(0, 0, 0, 0));
    api.record("stock", "reset", "{\"delta\": 5, \"id\": \"a\"}").expect(201);
    JsonObject next = api.record("stock", "reset", "{\"delta\": 2}").expect(201).json();
    assertThat(next.getInteger("count")).isEqualTo(2);
    assertThat(quipu.api(1).count("stock", "reset")).isEqualTo(new CountRead(2, 1, 2, 1));
    api.delete(Api.path("stock", "never counted")).expect(200);
    assertThat(api.count("stock", "never counted").count()).isZero();
  }

  /** All instances have counted by the max before it, a moment ago. */
  @Test
  void aLoweredMaxHolds_onAllInstances_fromItsAcknowledgementOn() {
    api.createNamespace("lowered", "{\"kind\": \"linear\", \"max\": 1000000}");
    AtomicBoolean acknowledged = new AtomicBoolean();
    ConcurrentLinkedQueue<Long> later = new ConcurrentLinkedQueue<>();
    long max;
    try (Clients clients =
        Clients.start(
            2 * INSTANCES,
            i -> over -> recordOnes(quipu.api(i % INSTANCES), acknowledged, later, over))) {
      await().until(() -> api.count("lowered", "a").count() > 20);
      max = api.count("lowered", "a").count() + 1;
      api.put("/v1/namespaces/lowered", "{\"max\": " + max + "}").expect(200);
      acknowledged.set(true);
      await().until(() -> later.size() > 100);
      clients.end();
    }
    assertThat(later).allSatisfy(count -> assertThat(count).isLessThanOrEqualTo(max));
  }

  private static void recordOnes(
      Api instance, AtomicBoolean acknowledged, Queue<Long> later, BooleanSupplier over) {
    while (!over.getAsBoolean()) {
      boolean after = acknowledged.get();
      Answer answer = instance.recordOne("lowered", "a");
      if (after) {
        assertThat(answer.status()).isIn(201, 409);
        later.add(answer.status() == 201 ? answer.json().getLong("count") : -1L);
      }
    }
  }

  @Test
  void idsAreRememberedByNumberAndForMinutes_asGetShows() {
    api.createNamespace("numbers", "{\"kind\": \"linear\", \"deduplicate\": 2}");
    assertThat(deduplicate("numbers")).isEqualTo(2);
    for (int i = 0; i < 6; i++) {
      api.record("numbers", "a", "{\"id\": \"id-" + i + "\"}").expect(201);
    }
    for (String id : List.of("id-4", "id-5")) {
      String again = "{\"id\": \"" + id + "\"}";
      assertThat(quipu.api(1).record("numbers", "a", again).json().getLong("count"))
          .isLessThanOrEqualTo(6);
    }
    assertThat(api.record("numbers", "a", "{\"id\": \"id-0\"}").json().getLong("count"))
        .as("it is remembered for two minutes, whatever the number")
        .isEqualTo(1);

    assertThat(deduplicate("stock")).isEqualTo(50_000);
    JsonObject all = api.get("/v1/namespaces/numbers").json();
    all.remove("namespace");
    all.put("deduplicate", "off");
    api.put("/v1/namespaces/numbers", all.encode()).expect(200);
    assertThat(deduplicate("numbers")).isEqualTo("off");
    assertThat(api.record("numbers", "a", "{\"id\": \"id-5\"}").json().getLong("count"))
        .isEqualTo(7);
  }

  private static Object deduplicate(String namespace) {
    return api.get("/v1/namespaces/" + namespace).expect(200).json().getValue("deduplicate");
  }

  @Test
  void aSumThatLeaves64BitsIsRefused_andTheCounterIsIntact() {
    String many = "{\"delta\": 1000000000000000}";
    JsonArray almost = new JsonArray(Collections.nCopies(9_223, new JsonObject(many)));
    long count = api.record("stock", "large", almost.encode()).expect(201).json().getLong("count");
    assertThat(count).isEqualTo(9_223_000_000_000_000_000L);

    Answer refused = api.record("stock", "large", many).expect(409);
    assertThat(refused.json().getString("detail")).contains("64 bits");
    assertThat(api.count("stock", "large").count()).isEqualTo(count);
  }

  @Test
  void anIdThatComesAgainGetsItsFirstAnswer_fromAnyInstance() {
    String event = "{\"delta\": 5, \"id\": \"order-1\"}";
    JsonObject first = api.record("stock", "ids", event).expect(201).json();
    api.recordOne("stock", "ids").expect(201);
    for (int i = 0; i < INSTANCES; i++) {
      assertThat(quipu.api(i).record("stock", "ids", event).expect(201).json()).isEqualTo(first);
    }
    Answer conflict =
        quipu.api(1).record("stock", "ids", "{\"delta\": 6, \"id\": \"order-1\"}").expect(409);
    assertThat(conflict.problem()).isEqualTo("id-conflict");
    assertThat(api.count("stock", "ids").count()).isEqualTo(6);
  }

  @Test
  void aBatchSaysWhichOfItsCountersRefused() {
    String batch =
        "[{\"namespace\": \"stock\", \"counter\": \"b1\"},"
            + " {\"namespace\": \"stock\", \"counter\": \"b2\", \"max\": 0},"
            + " {\"namespace\": \"default\", \"counter\": \"b3\"}]";
    JsonObject answer = api.post("/v1/events", "application/json", batch).expect(207).json();

    assertThat(answer.getInteger("recorded")).isEqualTo(2);
    JsonObject failed = answer.getJsonArray("results").getJsonObject(0);
    assertThat(failed.getInteger("index")).isEqualTo(1);
    assertThat(failed.getInteger("status")).isEqualTo(409);
    assertThat(api.count("stock", "b1").count()).isEqualTo(1);
    assertThat(api.count("stock", "b2").count()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "'{\"min\":5,\"max\":3}', min",
    "'{\"min\":\"5\"}', min",
    "'{\"max\":1.5}', max",
    "'{\"delta\":0}', delta",
    "'{\"value\":1}', value",
    "'{\"actor\":\"P1\",\"version\":1,\"value\":1}', actor",
    "'[{},{\"max\":2,\"max\":3}]', events[1].max",
  })
  void badInputNamesTheField_andChangesNothing(String body, String field) {
    Answer refused = api.record("stock", "bad", body).expect(400);
    assertThat(refused.json().getString("field")).isEqualTo(field);
    assertThat(api.count("stock", "bad").events()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "'{\"kind\":\"linear\",\"min\":5,\"max\":3}', min",
    "'{\"kind\":\"linear\",\"max\":\"3\"}', max",
    "'{\"kind\":\"linear\",\"shards\":2}', shards",
    "'{\"kind\":\"event\",\"max\":3}', max",
    "'{\"kind\":\"linear\",\"deduplicate\":\"24h\"}', deduplicate",
    "'{\"kind\":\"linear\",\"deduplicate\":\"forever\"}', deduplicate",
    "'{\"kind\":\"linear\",\"deduplicate\":\"50000\"}', deduplicate",
    "'{\"kind\":\"linear\",\"deduplicate\":0}', deduplicate",
    "'{\"kind\":\"linear\",\"deduplicate\":1.5}', deduplicate",
    "'{\"kind\":\"linear\",\"deduplicate\":99999999999999999999}', deduplicate",
    "'{\"kind\":\"linear\",\"deduplicate\":true}', deduplicate",
    "'{\"kind\":\"linear\",\"deduplicate\":5,\"deduplicate\":5}', deduplicate",
    "'{\"kind\":\"event\",\"deduplicate\":50000}', deduplicate",
    "'{\"kind\":\"latest\",\"deduplicate\":50000}', deduplicate",
  })
  void badSettingsNameTheField(String settings, String field) {
    Answer refused = api.put("/v1/namespaces/bad-settings", settings).expect(400);
    assertThat(refused.json().getString("field")).isEqualTo(field);
  }

  @Test
  void whatItDoesNotHaveIsRefused() {
    api.post(Api.path("stock", "a") + "/recount", "", "").expect(400);
    api.post(Api.path("stock", "a") + "/events?confirm=settled", "", "").expect(400);
    assertThat(api.count("stock", "a").events()).isZero();
  }

  @Test
  void everyValueIsToldOnce_inOrder_withoutGaps() {
    Load load = new Load("stock", "ones", 20);
    load.run();

    assertThat(load.sent).allMatch(Sent::isRecorded);
    assertThat(load.check()).isEmpty();
    assertThat(api.count("stock", "ones").count()).isEqualTo((long) INSTANCES * CLIENTS * 20);
    assertThat(load.reads).hasSizeGreaterThan(5);
  }

  @Test
  void exactlyTenThousandSucceed_andTheRestAreRefused() {
    Load load = new Load("seats", "concert", 90);
    load.run();

    assertThat(load.sent.stream().filter(Sent::isRecorded)).hasSize(10_000);
    assertThat(load.sent.stream().filter(Sent::isRefusedByBound))
        .hasSize(INSTANCES * CLIENTS * 90 - 10_000);
    assertThat(load.check()).isEmpty();
    assertThat(api.count("seats", "concert").count()).isEqualTo(10_000);
  }

  @Test
  void aChangeReachesFollowersOfOtherInstances() throws Exception {
    api.recordOne("stock", "live").expect(201);
    try (FollowedStream live = FollowedStream.of(quipu.api(1), "stock", "live")) {
      await().until(() -> live.said("\"count\":1,"));
      api.record("stock", "live", "{\"delta\": 4}").expect(201);
      await().until(() -> live.said("\"count\":5,"));
    }
  }

  /** Sixty-four clients of each instance, each with one request at a time; and a reader. */
  private static final class Load {
    private static final Bounds BOUNDS = new Bounds(0, 10_000);

    private final String namespace;
    private final String counter;
    private final int each;
    private final List<Sent> sent = Collections.synchronizedList(new ArrayList<>());
    private final List<ObservedState> reads = new ArrayList<>();

    Load(String namespace, String counter, int each) {
      this.namespace = namespace;
      this.counter = counter;
      this.each = each;
    }

    void run() {
      List<CompletableFuture<?>> clients = new ArrayList<>();
      for (int client = 0; client < INSTANCES * CLIENTS; client++) {
        clients.add(next(client % INSTANCES, each));
      }
      CompletableFuture<?> all =
          CompletableFuture.allOf(clients.toArray(CompletableFuture<?>[]::new));
      for (int read = 0; !all.isDone(); read++) {
        long asked = System.nanoTime();
        CountRead seen = quipu.api(read % INSTANCES).count(namespace, counter);
        reads.add(new ObservedState(seen.count(), seen.events(), asked, System.nanoTime()));
      }
      TestPatience.join(all);
    }

    private CompletableFuture<Void> next(int instance, int left) {
      if (left == 0) {
        return CompletableFuture.completedFuture(null);
      }
      Sent one = new Sent(new CounterName(namespace, counter), BOUNDS, List.of(Event.ONE));
      sent.add(one);
      int sending = one.send(System.nanoTime());
      String path = Api.path(namespace, counter) + "/events";
      return Api.HTTP
          .sendAsync(
              HttpRequest.newBuilder(quipu.api(instance).uri(path))
                  .timeout(TestPatience.LIMIT)
                  .POST(BodyPublishers.noBody())
                  .build(),
              BodyHandlers.ofString())
          .thenCompose(
              answer -> {
                IncrementOutcome outcome = outcome(answer.statusCode(), answer.body());
                one.answer(sending, outcome, System.nanoTime());
                // what was refused, and not written, is sent again as another event
                return next(instance, outcome instanceof Refused ? left : left - 1);
              });
    }

    private static IncrementOutcome outcome(int status, String body) {
      JsonObject json = new JsonObject(body);
      if (status == 201) {
        UUID at = UUID.fromString(json.getString("at"));
        return new Recorded(List.of(new CountedEvent(json.getLong("count"), at, false)));
      }
      if (status == 503 && body.contains("Nothing was written")) {
        return new Refused(Refusal.CONTENDED);
      }
      assertThat(status).as(body).isEqualTo(409);
      return new PastBound(BOUNDS.max(), 1, BOUNDS);
    }

    List<String> check() {
      CountRead end = api.count(namespace, counter);
      LinearChecker checker =
          new LinearChecker(
              sent,
              reads,
              new LinearState(
                  1, end.count(), end.events(), IdPeriod.FIRST, EventTime.MIN, List.of()));
      checker.checkOnes();
      return checker.violations();
    }
  }
}
