package io.quipu.edge.resp.counters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.edge.resp.ConnectedRedis;
import io.quipu.edge.resp.RespSocket;
import io.quipu.edge.resp.ServedRedis;
import io.quipu.edge.resp.command.CommandName;
import io.quipu.engine.keys.Grant;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.names.Breakdowns;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.TestNamespaces;
import io.quipu.engine.query.Count;
import io.quipu.engine.state.Tally;
import io.quipu.engine.time.Clock;
import io.quipu.engine.windows.EventTime;
import io.quipu.ops.config.AuthConfig;
import io.quipu.service.access.AccessRules;
import io.quipu.service.auth.Caller;
import io.quipu.service.auth.KeyOrigins;
import io.quipu.service.rates.RateLimits;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Once an event of a field is recorded, no reply says that nothing was counted. */
class HashCommandsTest extends ConnectedRedis {
  private final Queue<Recording> recorded = new ConcurrentLinkedQueue<>();

  HashCommandsTest() {
    super(new ServedRedis(ServedRedis.USUAL));
  }

  @BeforeEach
  void countByCountry() {
    Namespace plain = redis.engine.namespaces.get("votes");
    redis.engine.namespaces.put(
        "votes",
        new Namespace(
            plain.name(),
            plain.kind(),
            plain.deduplicate(),
            plain.retain(),
            plain.shards(),
            plain.windows(),
            Map.of(Breakdowns.LABELS, "country", Breakdowns.BREAKDOWNS, "country")));
    redis.engine.onRecord =
        recording -> {
          recorded.add(recording);
          return CompletableFuture.completedFuture(new RecordOutcome.Recorded(new UUID(0, 0)));
        };
  }

  @Test
  void aValueThatCannotBeReadIsUnknown() throws IOException {
    redis.engine.onCount =
        counter -> CompletableFuture.failedFuture(new IllegalStateException("away"));
    assertThat(socket.ask("HGET", "a", "CH")).startsWith("-").doesNotStartWith("-UNKNOWN");
    assertThat(socket.ask("HINCRBY", "a", "CH", "1"))
        .isEqualTo("-UNKNOWN It was counted, but the value after it could not be read.");
    assertThat(recorded).hasSize(1);
  }

  @Test
  void aValueThatIsTooLargeIsUnknown() throws IOException {
    redis.engine.onCount = counter -> CompletableFuture.completedFuture(large(counter));
    assertThat(socket.ask("HINCRBY", "a", "CH", "1"))
        .isEqualTo("-UNKNOWN It was counted, but the value after it exceeds 64 bits.");
    assertThat(socket.ask("HINCRBY", "a", "CH", "0"))
        .isEqualTo("-ERR the value exceeds 64 bits. Nothing was counted. Use HGET");
    assertThat(recorded).hasSize(1);
    assertThat(socket.ask("HGET", "a", "CH")).isEqualTo("9223372036854775808");
  }

  private static Answer large(CounterName counter) {
    Tally most = Tally.of(Long.MAX_VALUE, 1).plus(Tally.of(1, 1));
    return new Count(counter, most, EventTime.MIN, Tally.ZERO);
  }

  /** An estimate is no count, and other states have no number at all. */
  @ParameterizedTest
  @ValueSource(strings = {"sum", "min", "max", "distinct", "top", "quantiles"})
  void aSketchIsNoHash_alsoWithLabels(String state) throws IOException {
    Map<String, String> settings = new HashMap<>(redis.engine.namespaces.get("votes").settings());
    settings.put("state", state);
    Namespace votes = TestNamespaces.withSettings(Namespace.of("votes", "sketch"), settings);
    try (ServedRedis sketches = ServedRedis.of(ServedRedis.USUAL, votes);
        RespSocket client = sketches.connect()) {
      for (CommandName name : CommandName.values()) {
        if (name.isKeyed() && name.spelt().startsWith("H")) {
          String command = name.spelt() + " " + name.form().arguments().replaceAll(" ?\\[.*", "");
          assertThat(client.ask(command.replaceAll("delta|cursor", "0").split(" ")))
              .as(command)
              .startsWith("-WRONGTYPE Operation against a key holding the wrong kind of value");
        }
      }
    }
  }

  /** Not to do without a reply, which would hide the same refusal. */
  @Test
  void whereEventsNeedAnId_eachCommandSaysHowToGiveIt() throws IOException {
    Map<String, String> settings = redis.engine.namespaces.get("votes").settings();
    Namespace votes = TestNamespaces.withSettings(Namespace.of("votes", "unique"), settings);
    try (ServedRedis unique = ServedRedis.of(ServedRedis.USUAL, votes);
        RespSocket client = unique.connect()) {
      for (String command :
          List.of("INCR a", "INCRBY a 2", "DECR a", "DECRBY a 2", "QUIPU.ADD a", "HINCRBY a f 1")) {
        assertThat(client.ask(command.split(" ")))
            .as(command)
            .startsWith("-ERR id is missing; namespace votes is of kind unique and needs one.")
            .contains("Nothing was counted. Use QUIPU.ADD key delta id")
            .doesNotContain("REPLY");
      }
      assertThat(client.ask("QUIPU.ADD", "a", "2", "one")).isEqualTo("+OK");
    }
  }

  /** The connection has no caller any more when the value is read. */
  @Test
  void aResetOfTheConnectionLeavesTheCommandsBeforeIt() throws IOException {
    AccessRules keys =
        new AccessRules(
            AuthConfig.Method.KEYS, new KeyOrigins(), new RateLimits(0, 0, 0, Clock.system()));
    CompletableFuture<RecordOutcome> outcome = new CompletableFuture<>();
    try (ServedRedis keyed =
            ServedRedis.of(ServedRedis.USUAL.with(keys), redis.engine.namespaces.get("votes"));
        RespSocket client = keyed.connect()) {
      keyed.engine.onKey =
          shown ->
              CompletableFuture.completedFuture(Optional.of(new Caller(shown, Grant.EVERYTHING)));
      keyed.engine.onRecord = recording -> outcome;
      assertThat(client.ask("AUTH", "qk_some_" + "a".repeat(32))).isEqualTo("+OK");
      client.send("HINCRBY", "a", "CH", "1");
      client.send("RESET");
      await().until(() -> keyed.answered("reset") == 1);
      outcome.complete(new RecordOutcome.Recorded(new UUID(0, 0)));
      assertThat(client.reply()).isEqualTo(":0");
      assertThat(client.reply()).isEqualTo("+RESET");
    }
  }

  @Test
  void whatIsNotRecordedIsNotRead() throws IOException {
    redis.engine.onRecord =
        recording -> CompletableFuture.completedFuture(new RecordOutcome.OutcomeUnknown());
    assertThat(socket.ask("HINCRBY", "a", "CH", "1")).startsWith("-UNKNOWN ");
    assertThat(redis.engine.counted).isEmpty();
  }

  @Test
  void aValueThatNobodyWantsIsNotRead() throws IOException {
    socket.send("CLIENT", "REPLY", "SKIP");
    socket.send("HINCRBY", "a", "CH", "1");
    assertThat(socket.ask("PING")).isEqualTo("+PONG");
    assertThat(socket.ask("HGET", "a", "CH")).isEqualTo("42");
    assertThat(recorded).hasSize(1);
    assertThat(redis.engine.counted).hasSize(1);
  }
}
