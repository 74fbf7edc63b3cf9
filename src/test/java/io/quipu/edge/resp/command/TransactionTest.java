package io.quipu.edge.resp.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.edge.guard.body.ByteBudget;
import io.quipu.edge.resp.RespSocket;
import io.quipu.edge.resp.ServedRedis;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.time.Clock;
import io.quipu.ops.config.AuthConfig;
import io.quipu.service.access.AccessRules;
import io.quipu.service.auth.KeyOrigins;
import io.quipu.service.rates.RateLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing of a transaction is done, and its client is told so where it looks. */
class TransactionTest {
  private static final String NOT_DONE = "-ERR there are no transactions: nothing is done between";
  private static final String ABORTED = "-EXECABORT Transaction discarded because there are no";

  private final Queue<Recording> recorded = new ConcurrentLinkedQueue<>();
  private ServedRedis redis;
  private RespSocket socket;

  @BeforeEach
  void connect() throws IOException {
    connect(ServedRedis.USUAL);
  }

  private void connect(ServedRedis.Options options) throws IOException {
    redis = new ServedRedis(options);
    redis.engine.onRecord =
        recording -> {
          recorded.add(recording);
          return CompletableFuture.completedFuture(new RecordOutcome.Recorded(new UUID(0, 0)));
        };
    socket = redis.connect();
  }

  @AfterEach
  void stop() throws IOException {
    socket.close();
    redis.close();
  }

  private void connectAnew(ServedRedis.Options options) throws IOException {
    stop();
    connect(options);
  }

  /** The commands of a pipeline in one piece, as redis-py sends them. */
  private void send(String... lines) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (String line : lines) {
      all.writeBytes(RespSocket.command(line.split(" ", -1)));
    }
    socket.send(all.toByteArray());
  }

  @ParameterizedTest
  @ValueSource(strings = {"2", "3"})
  void ofAPipelineOfRedisPyNothingCounts_andEachReplySaysSo(String protocol) throws IOException {
    send("HELLO " + protocol, "CLIENT SETINFO LIB-NAME redis-py", "CLIENT SETINFO LIB-VER 5.2.1");
    socket.reply();
    assertReplies("+OK", "+OK");
    send("MULTI", "QUIPU.ADD a 5", "INCR a", "GET a", "DEL a", "PING", "NOSUCH", "WATCH a", "EXEC");
    assertThat(socket.reply()).isEqualTo("+OK");
    for (int i = 0; i < 7; i++) {
      assertThat(socket.reply()).startsWith(NOT_DONE);
    }
    assertThat(socket.reply()).startsWith(ABORTED);
    assertNothingWasDone();
  }

  /** The next replies: of a refusal the beginning, of all else the whole. */
  private void assertReplies(String... expected) throws IOException {
    for (String each : expected) {
      String reply = socket.reply();
      boolean isRefusal = each.equals(NOT_DONE) || each.equals(ABORTED);
      assertThat(isRefusal ? reply.substring(0, each.length()) : reply).isEqualTo(each);
    }
  }

  /** Nothing of it counted, and the connection does again what it is told. */
  private void assertNothingWasDone() throws IOException {
    assertThat(recorded).isEmpty();
    assertThat(socket.ask("QUIPU.ADD", "a", "7")).isEqualTo("+OK");
    assertThat(recorded).hasSize(1);
  }

  @Test
  void anyNumberIsRefused_andNoneIsHeld() throws IOException {
    assertThat(socket.ask("MULTI")).isEqualTo("+OK");
    for (int i = 0; i < 1_000; i++) {
      send("INCR a", "INCR b", "INCR c", "INCR d", "INCR e");
      for (int j = 0; j < 5; j++) {
        assertThat(socket.reply()).startsWith(NOT_DONE);
      }
    }
    assertThat(redis.budget.held()).isZero();
    assertThat(socket.ask("EXEC")).startsWith(ABORTED);
    assertNothingWasDone();
  }

  @Test
  void isDiscarded() throws IOException {
    send("MULTI", "INCR a", "DISCARD x", "INCR a", "DISCARD");
    assertReplies(
        "+OK",
        NOT_DONE,
        "-ERR wrong number of arguments for 'discard' command: it has 1. The form is DISCARD",
        NOT_DONE,
        "+OK");
    assertNothingWasDone();
  }

  @ParameterizedTest
  @ValueSource(strings = {"EXEC", "DISCARD"})
  void doesNotEnd_whenNoneHasBegun(String end) throws IOException {
    assertThat(socket.ask(end)).isEqualTo("-ERR " + end + " without MULTI");
    assertThat(socket.ask("MULTI", "x")).startsWith("-ERR wrong number of arguments for 'multi'");
    assertThat(socket.ask(end)).isEqualTo("-ERR " + end + " without MULTI");
    assertThat(socket.ask("MULTI")).isEqualTo("+OK");
    socket.ask(end);
    assertThat(socket.ask(end)).isEqualTo("-ERR " + end + " without MULTI");
    assertNothingWasDone();
  }

  @Test
  void isNotNested_andEndsOnce() throws IOException {
    send("MULTI", "MULTI", "INCR a", "EXEC x");
    assertReplies("+OK", "-ERR MULTI calls can not be nested", NOT_DONE, ABORTED);
    assertNothingWasDone();
  }

  @Test
  void endsWithAReset() throws IOException {
    send("MULTI", "HELLO 3", "INCR a", "RESET", "EXEC");
    assertReplies("+OK", NOT_DONE, NOT_DONE, "+RESET", "-ERR EXEC without MULTI");
    assertNothingWasDone();
  }

  @Test
  void endsWithTheConnection() throws IOException {
    send("MULTI", "INCR a", "QUIT", "INCR a");
    assertReplies("+OK", NOT_DONE, "+OK");
    assertThat(socket.isClosedByServer()).isTrue();
    assertThat(recorded).isEmpty();
  }

  @Test
  void waitsForItsPlaceAmongTheReplies() throws IOException {
    CompletableFuture<RecordOutcome> outcome = new CompletableFuture<>();
    redis.engine.onRecord = recording -> outcome;
    send("QUIPU.ADD a", "MULTI", "GET a", "EXEC", "PING");
    outcome.complete(new RecordOutcome.OutcomeUnknown());
    assertThat(socket.reply()).startsWith("-UNKNOWN ");
    assertReplies("+OK", NOT_DONE, ABORTED, "+PONG");
  }

  /** A client that goes without replies cannot turn them on in it. */
  @Test
  void countsNothing_whenNobodyIsTold() throws IOException {
    send("CLIENT REPLY OFF", "MULTI", "INCR a", "CLIENT REPLY ON", "EXEC", "CLIENT REPLY ON");
    assertThat(socket.reply()).as("to the last one").isEqualTo("+OK");
    assertNothingWasDone();
  }

  /** A MULTI that found no room would have what follows it done, which may find some. */
  @Test
  void begins_whenThereIsNoRoomForIt() throws IOException {
    long room = 3 * ServedRedis.USUAL.budgetBytes() / 4 - 100;
    assertThat(redis.budget.take(ByteBudget.Use.MESSAGE, room)).isTrue();
    assertThat(socket.ask("PING")).startsWith("-OOM ");
    assertThat(socket.ask("MULTI")).isEqualTo("+OK");
    redis.budget.giveBack(room);
    assertThat(socket.ask("QUIPU.ADD", "a")).startsWith(NOT_DONE);
    assertThat(redis.budget.take(ByteBudget.Use.MESSAGE, room)).isTrue();
    assertThat(socket.ask("EXEC")).startsWith(ABORTED);
    redis.budget.giveBack(room);
    assertNothingWasDone();
  }

  @Test
  void doesNotBegin_forStrangers() throws IOException {
    connectAnew(
        ServedRedis.USUAL.with(
            new AccessRules(
                AuthConfig.Method.KEYS,
                new KeyOrigins(),
                new RateLimits(0, 0, 0, Clock.system()))));
    for (String command : new String[] {"MULTI", "INCR a", "EXEC"}) {
      assertThat(socket.ask(command.split(" ", -1))).startsWith("-NOAUTH ");
    }
    assertThat(recorded).isEmpty();
  }
}
