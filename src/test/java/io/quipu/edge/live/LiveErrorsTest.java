package io.quipu.edge.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.quipu.engine.input.Limits;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.store.StoreUnavailable;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class LiveErrorsTest {
  @AutoClose private static final LiveServer server = LiveServer.start();

  @BeforeEach
  void allIsAsUsual() {
    server.counters.asUsual();
  }

  static Stream<Arguments> badMessages() {
    String x513 = "x".repeat(513);
    String many = "'a',".repeat(1_000) + "'a'";
    return Stream.of(
        arguments("", null, "message"),
        arguments("{", null, "malformed JSON"),
        arguments("{'type':'ping'", null, "malformed JSON"),
        arguments("{'ref':4,'type':}", 4, "malformed JSON"),
        arguments("[]", null, "message must be a JSON object"),
        arguments("7", null, "message must be a JSON object"),
        arguments("{'ref':1}", 1, "type is missing"),
        arguments("{'ref':1,'type':'shout'}", 1, "type must be one of"),
        arguments("{'ref':1,'type':7}", 1, "type must be a JSON string"),
        arguments("{'type':'ping','ref':1.5}", null, "ref must be a JSON integer"),
        arguments("{'type':'ping','ref':99999999999999999999}", null, "ref"),
        arguments("{'type':'ping','ref':'a'}", null, "ref must be a JSON integer"),
        arguments("{'type':'ping'} {}", null, "unexpected text"),
        arguments("{'type':'ping','type':'ping'}", null, "type is given twice"),
        arguments("{'type':'ping','counters':['a'],'ref':2}", 2, "ping has no field counters"),
        arguments("{'type':'subscribe','ref':3}", 3, "counters is missing"),
        arguments("{'type':'subscribe','ref':3,'counters':[]}", 3, "at least one"),
        arguments(
            "{'type':'subscribe','ref':3,'counters':'a'}", 3, "counters must be a JSON array"),
        arguments("{'type':'subscribe','ref':3,'counters':[1]}", 3, "counters[0] must be a JSON"),
        arguments("{'type':'subscribe','ref':3,'counters':['a','']}", 3, "counters[1]: counter"),
        arguments("{'type':'subscribe','counters':['" + x513 + "'],'ref':3}", 3, "1 to 512"),
        arguments("{'type':'subscribe','counters':['\\ud800'],'ref':3}", 3, "UTF-8"),
        arguments("{'type':'subscribe','counters':[" + many + "],'ref':3}", 3, "at most 1000"),
        arguments("{'type':'subscribe','counters':['a'],'counter':'a'}", null, "counter"),
        arguments(
            "{'colour':{'ref':8},'ref':4,'type':'unsubscribe'}",
            4,
            "unknown field colour; the fields are by, counters, namespace, prefix, ref, type,"
                + " where"),
        arguments("{'type':'ping','colour':1}", null, "the fields are ref, type"),
        arguments("{'typ':'ping'}", null, "type is missing"),
        arguments("{'type':'ping','delta':1}", null, "no field delta; the fields are ref, type"),
        arguments("{'type':'subscribe','counters':['a'],'namespace':'NO'}", null, "namespace"),
        arguments("{'type':'subscribe','counters':['a'],'minIntervalMs':-1}", null, "minInterval"),
        arguments("{'type':'subscribe','counters':['a'],'minIntervalMs':60001}", null, "60000"),
        arguments("{'type':'subscribe','counters':['a'],'minIntervalMs':1.5}", null, "integer"),
        arguments(
            "{'type':'subscribe','ref':3,'prefix':'a','counters':['a']}",
            3,
            "counters or a prefix"),
        arguments("{'type':'subscribe','ref':3,'prefix':1}", 3, "prefix must be a JSON string"),
        arguments("{'type':'subscribe','ref':3,'prefix':'" + x513 + "'}", 3, "prefix is 513"),
        arguments("{'type':'subscribe','ref':3,'prefix':'\\ud800'}", 3, "prefix is not valid"),
        arguments("{'type':'unsubscribe','prefix':'a','namespace':'NO'}", null, "namespace"),
        arguments("{'type':'ping','prefix':'a'}", null, "ping has no field prefix"),
        arguments("{'type':'unsubscribe','ref':5}", 5, "counters is missing"),
        arguments("{'type':'unsubscribe','counters':['a'],'minIntervalMs':1}", null, "minInterval"),
        arguments("{'type':'record','ref':6}", 6, "counter is missing"),
        arguments("{'type':'record','counter':'a','delta':1e3}", null, "delta"),
        arguments("{'type':'record','counter':'a','delta':'1'}", null, "delta"),
        arguments("{'type':'record','counter':'a','id':null}", null, "id must be a JSON string"),
        arguments(
            "{'type':'record','ref':6,'counter':'a','confirm':'now'}",
            6,
            "confirm must be settled"),
        arguments("{'type':'record','counter':'a','confirm':true}", null, "confirm"),
        arguments("{'type':'ping','confirm':'settled'}", null, "ping has no field confirm"),
        arguments("{'type':'record','counter':''}", null, "counter"),
        arguments("{'type':'record','counter':'a','namespace':''}", null, "namespace"));
  }

  /** What the message says is plain; the kind of the counter does not take it. */
  @ParameterizedTest
  @CsvSource({"delta, 0", "delta, 1000000000000001", "id, '\"\"'", "value, 1", "actor, '\"a\"'"})
  void answersAnEventThatItsKindDoesNotTake(String field, String value) {
    int before = server.counters.tallies.size();
    try (LiveClient client = server.connect()) {
      String message = "{'type':'record','ref':6,'counter':'a','" + field + "':" + value + "}";
      JsonObject error = client.say(message).next("error");
      assertThat(error.getInteger("ref")).isEqualTo(6);
      assertThat(error.getString("detail")).contains(field);
      assertThat(error.getString("problem")).isEqualTo("/problems/invalid-event");
      assertThat(server.counters.tallies).hasSize(before);
    }
  }

  @ParameterizedTest
  @MethodSource("badMessages")
  void answersABadMessage_andStaysOpen(String message, Integer ref, String detail) {
    int before = server.counters.tallies.size();
    try (LiveClient client = server.connect()) {
      JsonObject error = client.say(message).next("error");
      assertThat(error.getInteger("status")).isEqualTo(400);
      assertThat(error.getInteger("ref")).isEqualTo(ref);
      assertThat(error.getString("detail")).contains(detail);
      assertThat(error.getString("title")).isEqualTo("The request is not valid");
      assertThat(error.getString("problem")).isEqualTo("/problems/invalid-request");
      client.say("{'type':'ping'}").next("pong");
      assertThat(server.counters.tallies).hasSize(before);
    }
  }

  @Test
  void answersAnUnknownNamespace() {
    try (LiveClient client = server.connect()) {
      JsonObject error =
          client
              .say("{'type':'subscribe','ref':1,'namespace':'nope','counters':['a']}")
              .next("error");
      assertThat(error.getInteger("ref")).isEqualTo(1);
      assertThat(error.getInteger("status")).isEqualTo(404);
      assertThat(error.getString("detail")).contains("nope");
      client.say("{'type':'record','ref':2,'namespace':'nope','counter':'a'}");
      assertThat(client.next("error").getInteger("status")).isEqualTo(404);
      client.say("{'type':'subscribe','ref':3,'counters':['a']}").next("subscribed");
    }
  }

  @ParameterizedTest
  @EnumSource(Refusal.class)
  void tellsThatNothingWasWritten(Refusal why) {
    server.counters.fate = append -> new RecordOutcome.Refused(why);
    try (LiveClient client = server.connect()) {
      JsonObject error = client.say("{'type':'record','ref':2,'counter':'a'}").next("error");
      assertThat(error.getInteger("ref")).isEqualTo(2);
      assertThat(error.getInteger("status")).isEqualTo(503);
      assertThat(error.getString("detail")).contains("Nothing was written");
    }
  }

  @Test
  void tellsThatTheOutcomeIsUnknown() {
    server.counters.fate = append -> new RecordOutcome.OutcomeUnknown();
    try (LiveClient client = server.connect()) {
      JsonObject error = client.say("{'type':'record','ref':2,'counter':'a'}").next("error");
      assertThat(error.getInteger("status")).isEqualTo(503);
      assertThat(error.getString("problem")).isEqualTo("/problems/outcome-unknown");
    }
  }

  @Test
  void tellsThatOnlyTheVerdictIsMissing() {
    server.counters.onVerdicts =
        recorded -> CompletableFuture.failedFuture(new StoreUnavailable("10.0.0.7", null));
    try (LiveClient client = server.connect()) {
      JsonObject error =
          client
              .say("{'type':'record','ref':2,'counter':'a','id':'1','confirm':'settled'}")
              .next("error");
      assertThat(error.getInteger("ref")).isEqualTo(2);
      assertThat(error.getInteger("status")).isEqualTo(503);
      assertThat(error.getString("problem")).isEqualTo("/problems/outcome-unknown");
      assertThat(error.getString("detail")).contains("is recorded", "same id is safe");
    }
  }

  @Test
  void refusesAnEventWithoutId_whereOneIsNeeded() {
    try (LiveClient client = server.connect()) {
      String record = "{'type':'record','ref':2,'namespace':'unique','counter':'a'";
      JsonObject error = client.say(record + "}").next("error");
      assertThat(error.getInteger("ref")).isEqualTo(2);
      assertThat(error.getInteger("status")).isEqualTo(400);
      assertThat(error.getString("detail")).contains("id is missing", "unique");
      assertThat(server.counters.tallies).doesNotContainKey(new CounterName("unique", "a"));
      client.say(record + ",'id':'1'}").next("recorded");
    }
  }

  @Test
  void says500_andNothingOfTheInside_whenThereIsADefect() {
    server.counters.fate =
        append -> {
          throw new IllegalStateException("table quipu.event on host 10.0.0.7");
        };
    try (LiveClient client = server.connect()) {
      JsonObject error = client.say("{'type':'record','ref':2,'counter':'a'}").next("error");
      assertThat(error.getInteger("status")).isEqualTo(500);
      assertThat(error.encode()).doesNotContain("quipu.event").doesNotContain("10.0.0.7");
    }
  }

  @Test
  void closesOnAStreamOfBadMessages_andNotBefore() {
    try (LiveClient client = server.connect()) {
      for (int i = 0; i < BadMessages.TOLERATED; i++) {
        client.say("nonsense").next("error");
      }
      client.say("{'type':'ping'}").next("pong");
      client.say("nonsense");
      assertThat(client.closeCode()).isEqualTo(4400);
    }
  }

  @Test
  void closesOnBinaryFrames() {
    try (LiveClient client = server.connect()) {
      client.sayBinary(new byte[] {1, 2, 3});
      assertThat(client.closeCode()).isEqualTo(1003);
    }
  }

  @Test
  void closesOnAMessageThatIsTooLarge_inOneFrame() {
    try (LiveClient client = server.connect()) {
      client.sayPart("x".repeat(Limits.MESSAGE_BYTES + 1), true);
      assertThat(client.closeCode()).isEqualTo(1009);
    }
  }

  @Test
  void closesOnAMessageThatIsTooLarge_inManyFrames() {
    try (LiveClient client = server.connect()) {
      for (int i = 0; i < 2; i++) {
        client.sayPart(" ".repeat(Limits.MESSAGE_BYTES / 2), false);
      }
      client.sayPart(" ", true);
      assertThat(client.closeCode()).isEqualTo(1009);
    }
  }

  @Test
  void closesOnTextThatIsNotUtf8_evenIfSplitOverFrames() throws IOException {
    try (RawWebSocket socket = server.connectRaw()) {
      socket.send(RawWebSocket.frame(RawWebSocket.TEXT, false, RawWebSocket.utf8("{\"type\":\"")));
      socket.send(
          RawWebSocket.frame(RawWebSocket.CONTINUATION, true, new byte[] {(byte) 0xc3, 0x28}));
      assertThat(socket.receive(RawWebSocket.CLOSE).closeCode()).isEqualTo(1007);
    }
  }

  @Test
  void takesAMessageInManyFrames() {
    try (LiveClient client = server.connect()) {
      client.sayPart("{'type':", false).sayPart("'pi", false).sayPart("ng'}", true);
      client.next("pong");
    }
  }

  @Test
  void readsNoFurther_whileTooManyRequestsAreUnderWay_andLosesNone() {
    Promise<Void> release = Promise.promise();
    server.counters.appendsAnswer = release.future();
    try (LiveClient client = server.connect()) {
      int limit = LiveSettings.DEFAULT.requests();
      for (int i = 0; i < 3 * limit; i++) {
        client.say("{'type':'record','ref':" + i + ",'counter':'flood'}");
      }
      await().until(() -> server.counters.appendsUnderWay.get() >= limit);
      client.say("{'type':'ping'}");
      await()
          .during(Duration.ofMillis(300))
          .until(() -> server.counters.appendsUnderWay.get() == limit);
      assertThat(client.heard).hasSize(1);
      release.complete();
      await().until(() -> client.heard.size() == 3 * limit + 2);
      assertThat(client.heard.stream().filter(m -> "recorded".equals(m.getString("type"))))
          .hasSize(3 * limit);
      assertThat(server.counters.tallies.get(new CounterName("default", "flood")).events())
          .isEqualTo(3L * limit);
    }
  }
}
