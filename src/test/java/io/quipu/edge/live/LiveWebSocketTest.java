package io.quipu.edge.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.query.QueryMessages;
import io.quipu.engine.query.Verdict;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LiveWebSocketTest {
  @AutoClose private static final LiveServer server = LiveServer.start();

  @BeforeEach
  void allIsAsUsual() {
    server.counters.asUsual();
  }

  private static CounterName votes(String name) {
    return new CounterName("votes", name);
  }

  private static void assertCount(JsonObject message, String counter, long count, long seq) {
    assertThat(message.getString("type")).isEqualTo("count");
    assertThat(message.getString("counter")).isEqualTo(counter);
    assertThat(message.getLong("count")).isEqualTo(count);
    assertThat(message.getLong("seq")).isEqualTo(seq);
  }

  @Test
  void greets_exactlyAsTheContractSays() {
    try (LiveClient client = LiveClient.connect(server.uri("ws", "/v1/live"))) {
      assertThat(client.next().encode())
          .isEqualTo("{\"type\":\"hello\",\"pingMs\":20000,\"limits\":{\"subscriptions\":1000}}");
      assertThat(client.subprotocol()).isEmpty();
    }
  }

  @Test
  void picksTheSubprotocol_ifItIsOffered() {
    try (LiveClient client =
        LiveClient.connect(server.uri("ws", "/v1/live"), "other", "quipu.v1.json")) {
      client.next("hello");
      assertThat(client.subprotocol()).isEqualTo("quipu.v1.json");
    }
  }

  @Test
  void sendsTheSnapshot_thenChanges() {
    server.record(votes("back in black"), 3);
    server.record(votes("back in black"), 2);
    Instant before = Instant.now().minusMillis(1);
    try (LiveClient client = server.connect()) {
      client.say("{'type':'subscribe','ref':1,'namespace':'votes','counters':['back in black']}");
      assertThat(client.next().encode()).isEqualTo("{\"type\":\"subscribed\",\"ref\":1}");
      JsonObject first = client.next();
      assertThat(first.fieldNames())
          .containsExactly(
              "type", "namespace", "counter", "count", "events", "settled", "tail", "seq", "asOf");
      assertCount(first, "back in black", 5, 1);
      assertThat(first.getString("namespace")).isEqualTo("votes");
      assertThat(first.getLong("events")).isEqualTo(2);
      assertThat(first.getString("asOf"))
          .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
      assertThat(Instant.parse(first.getString("asOf"))).isBetween(before, Instant.now());
      server.record(votes("back in black"), -1);
      JsonObject second = client.next();
      assertCount(second, "back in black", 4, 2);
      assertThat(second.getLong("events")).isEqualTo(3);
    }
  }

  @Test
  void tellsWithinAQuarterOfASecond_whatWasRecordedHere() {
    try (LiveClient client = server.connect()) {
      client.subscribe("prompt");
      client.next("count");
      long fastest = Long.MAX_VALUE;
      for (int i = 1; i <= 5; i++) {
        server.record(votes("prompt"), 1);
        long acknowledged = System.nanoTime();
        assertCount(client.next(), "prompt", i, i + 1);
        fastest = Math.min(fastest, System.nanoTime() - acknowledged);
      }
      assertThat(Duration.ofNanos(fastest)).isLessThan(Duration.ofMillis(250));
    }
  }

  @Test
  void tellsWithinASecond_whatWasRecordedElsewhere() {
    try (LiveClient client = server.connect()) {
      client.subscribe("elsewhere");
      client.next("count");
      long fastest = Long.MAX_VALUE;
      for (int i = 1; i <= 3; i++) {
        server.counters.happenElsewhere(votes("elsewhere"), 7);
        long happened = System.nanoTime();
        assertCount(client.next(), "elsewhere", 7L * i, i + 1);
        fastest = Math.min(fastest, System.nanoTime() - happened);
      }
      assertThat(Duration.ofNanos(fastest)).isLessThan(Duration.ofSeconds(1));
    }
  }

  @Test
  void tellsEverySubscriber_onWhicheverInstance() {
    try (LiveClient first = server.connect();
        LiveClient second = server.connect();
        LiveClient third = server.connect()) {
      for (LiveClient client : new LiveClient[] {first, second, third}) {
        client.subscribe("shared");
        client.next("count");
      }
      server.record(votes("shared"), 1);
      for (LiveClient client : new LiveClient[] {first, second, third}) {
        assertCount(client.next(), "shared", 1, 2);
      }
    }
  }

  @Test
  void followsSeveralCounters_eachWithItsOwnNumbers() {
    server.record(votes("left"), 1);
    try (LiveClient client = server.connect()) {
      client.subscribe("left", "right");
      client.next("count");
      client.next("count");
      server.record(votes("right"), 1);
      assertCount(client.next(), "right", 1, 2);
      server.record(votes("left"), 1);
      assertCount(client.next(), "left", 2, 2);
    }
  }

  @Test
  void sendsNothing_afterAnUnsubscription_andBeginsAnewAfterASubscription() {
    try (LiveClient client = server.connect()) {
      client.subscribe("off and on");
      assertCount(client.next(), "off and on", 0, 1);
      client.say("{'type':'unsubscribe','ref':2,'namespace':'votes','counters':['off and on']}");
      assertThat(client.next().encode()).isEqualTo("{\"type\":\"unsubscribed\",\"ref\":2}");
      server.record(votes("off and on"), 1);
      client.say("{'type':'ping'}");
      client.next("pong");
      client.subscribe("off and on");
      assertCount(client.next(), "off and on", 1, 1);
    }
  }

  @Test
  void changesSubscriptionsInTheOrderOfTheMessages_howeverLongTheyTake() {
    Promise<Void> release = Promise.promise();
    server.counters.namespacesAnswer = release.future();
    try (LiveClient client = server.connect()) {
      client
          .say("{'type':'subscribe','ref':1,'namespace':'late','counters':['a','b']}")
          .say("{'type':'unsubscribe','ref':2,'namespace':'late','counters':['a']}")
          .say("{'type':'ping','ref':3}");
      assertThat(client.next("pong").getInteger("ref")).isEqualTo(3);
      release.complete();
      assertThat(client.next("subscribed").getInteger("ref")).isEqualTo(1);
      assertThat(client.next("unsubscribed").getInteger("ref")).isEqualTo(2);
      assertCount(client.next(), "b", 0, 1);
      assertThat(server.subscriptions()).isEqualTo(1);
    }
  }

  @Test
  void answersAThousandChangesThatWaitedForOneNamespace() {
    Promise<Void> release = Promise.promise();
    server.counters.namespacesAnswer = release.future();
    try (LiveClient client = server.connect()) {
      for (int i = 0; i < 999; i++) {
        client.say("{'type':'subscribe','ref':" + i + ",'namespace':'later','counters':['a']}");
      }
      client.say("{'type':'ping'}");
      client.next("pong");
      release.complete();
      assertThat(client.next("subscribed").getInteger("ref")).isZero();
      for (int i = 1; i < 999; i++) {
        JsonObject answer = client.until(message -> !message.getString("type").equals("count"));
        assertThat(answer.getInteger("ref")).as(answer.encode()).isEqualTo(i);
      }
    }
  }

  @Test
  void conflates_toTheIntervalThatWasAskedFor() {
    try (LiveClient client = server.connect()) {
      long asked = System.nanoTime();
      client.say(
          "{'type':'subscribe','namespace':'votes','counters':['paced'],"
              + "'minIntervalMs':1000}");
      assertThat(client.next().encode()).isEqualTo("{\"type\":\"subscribed\"}");
      assertCount(client.next(), "paced", 0, 1);
      for (int i = 0; i < 10; i++) {
        server.record(votes("paced"), 1);
      }
      long count = 0;
      for (int message = 1; count < 10; message++) {
        count = client.next().getLong("count");
        assertThat(Duration.ofNanos(System.nanoTime() - asked))
            .isGreaterThan(Duration.ofMillis(990L * message));
      }
      assertThat(count).isEqualTo(10);
    }
  }

  @Test
  void isSubscribedAtOnce_onThePathOfACounter() {
    server.record(votes("1/2019 50%"), 4);
    try (LiveClient client =
        LiveClient.connect(server.uri("ws", "/v1/counters/votes/1%2F2019%2050%25/live"))) {
      client.next("hello");
      assertCount(client.next(), "1/2019 50%", 4, 1);
      server.record(votes("1/2019 50%"), 1);
      assertCount(client.next(), "1/2019 50%", 5, 2);
      client.subscribe("another");
      assertCount(client.next(), "another", 0, 1);
    }
  }

  @Test
  void takesTheDefaultNamespace() {
    try (LiveClient client = server.connect()) {
      client.say("{'type':'subscribe','counters':['a']}");
      client.next("subscribed");
      assertThat(client.next("count").getString("namespace")).isEqualTo("default");
    }
  }

  @Test
  void records_andTellsTheCount() {
    try (LiveClient client = server.connect()) {
      client.subscribe("by socket");
      client.next("count");
      client.say(
          "{'type':'record','ref':9,'namespace':'votes','counter':'by socket',"
              + "'delta':5,'id':'voter-6'}");
      JsonObject recorded = client.next("recorded");
      assertThat(recorded.getInteger("ref")).isEqualTo(9);
      assertThat(recorded.getString("at")).matches("[0-9a-f]{8}-[0-9a-f]{4}-1[0-9a-f]{3}-.*");
      assertCount(client.next(), "by socket", 5, 2);
      client.say("{'type':'record','namespace':'votes','counter':'by socket'}");
      assertThat(client.next("recorded").fieldNames()).containsExactly("type", "at");
      assertCount(client.next(), "by socket", 6, 3);
    }
  }

  @Test
  void records_andTellsTheOutcome_whenItIsAskedFor() {
    String record =
        "{'type':'record','ref':%d,'counter':'confirmed','confirm':'settled','id':'voter-7'}";
    try (LiveClient client = server.connect()) {
      JsonObject first = client.say(record.formatted(1)).next("recorded");
      assertThat(first.fieldNames()).containsExactly("type", "ref", "at", "outcome");
      assertThat(first.getInteger("ref")).isEqualTo(1);
      assertThat(first.getString("outcome")).isEqualTo("counted");
      assertThat(client.say(record.formatted(2)).next("recorded").getString("outcome"))
          .isEqualTo("duplicate");
      client.say("{'type':'record','counter':'a','confirm':'settled'}");
      assertThat(client.next("recorded").getString("outcome")).isEqualTo("counted");
    }
  }

  @Test
  void answersOtherMessages_whileAnOutcomeIsAwaited() {
    CompletableFuture<QueryMessages.Verdicts> verdict = new CompletableFuture<>();
    server.counters.onVerdicts = recorded -> verdict;
    try (LiveClient client = server.connect()) {
      client.say("{'type':'record','ref':1,'counter':'a','confirm':'settled'}");
      client.say("{'type':'ping'}").next("pong");
      verdict.complete(new QueryMessages.Verdicts(List.of(Verdict.CONFLICT)));
      assertThat(client.next("recorded").getString("outcome")).isEqualTo("conflict");
    }
  }

  @Test
  void sendsTheCountOnceReadsSucceed_whenTheStoreWasAwayAtTheSubscription() {
    server.counters.unreadable = true;
    try (LiveClient client = server.connect()) {
      client.subscribe("patient");
      int before = server.counters.reads.get();
      await().until(() -> server.counters.reads.get() > before + 2);
      assertThat(client.heard).hasSize(2);
      server.counters.unreadable = false;
      assertCount(client.next(), "patient", 0, 1);
    }
  }

  @Test
  void followsAThousandCounters_withTheLongestNames_inOneMessage() {
    String[] names =
        IntStream.range(0, 1_000)
            .mapToObj(i -> "n%04d".formatted(i) + "x".repeat(507))
            .toArray(String[]::new);
    try (LiveClient client = server.connect()) {
      client.subscribe(names);
      await().untilAsserted(() -> assertThat(client.heard).hasSize(1_002));
      client.say("{'type':'subscribe','namespace':'votes','counters':['one more']}");
      client.until(message -> message.getString("type").equals("error"));
      assertThat(client.heard.get(1_002).getInteger("status")).isEqualTo(400);
    }
    server.awaitNobody();
  }
}
