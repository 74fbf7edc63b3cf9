package io.quipu.edge.resp;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quipu.edge.guard.connection.ConnectionSettings;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.time.Clock;
import io.quipu.ops.config.AuthConfig;
import io.quipu.service.access.AccessRules;
import io.quipu.service.auth.KeyOrigins;
import io.quipu.service.rates.RateLimits;
import io.quipu.testing.dev.TestPatience;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Strangers at the port of Redis clients: what they may take of the service, and for how long. */
class RespLimitsTest {
  private static final Duration NEVER = ServedRedis.NEVER;
  private static final Duration SOON = Duration.ofMillis(400);
  private static final Duration LOOK = Duration.ofMillis(200);
  private static final AccessRules KEYED =
      new AccessRules(
          AuthConfig.Method.KEYS, new KeyOrigins(), new RateLimits(0, 0, 0, Clock.system()));

  private final List<AutoCloseable> opened = new ArrayList<>();
  private ServedRedis redis;

  @AfterEach
  void stop() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
    redis.close();
  }

  private RespSocket connect() throws IOException {
    RespSocket socket = redis.connect();
    opened.add(socket);
    return socket;
  }

  private Socket narrow() throws IOException {
    Socket socket = redis.narrow();
    opened.add(socket);
    return socket;
  }

  /** Nothing is left of a connection that is over. */
  private void assertAllIsGivenBack() {
    await().until(() -> redis.open() == 0);
    await().until(() -> redis.budget.held() == 0);
  }

  @ParameterizedTest
  @CsvSource({"3, 100, total", "100, 3, address"})
  void connectionsPastABoundAreClosedAtOnce_andThereIsRoomWhenOthersGo(
      int total, int perAddress, String bound) throws IOException {
    redis =
        new ServedRedis(
            ServedRedis.USUAL.with(
                new ConnectionSettings(total, perAddress, LOOK, NEVER, 16 * 1024, 1 << 20)));
    RespSocket first = connect();
    assertThat(first.ask("PING")).isEqualTo("+PONG");
    assertThat(connect().ask("PING")).isEqualTo("+PONG");
    assertThat(connect().ask("PING")).isEqualTo("+PONG");
    assertThat(connect().isClosedByServer()).isTrue();
    assertThat(redis.refused(bound)).isEqualTo(1);
    assertThat(redis.open()).isEqualTo(3);
    first.close();
    await().until(() -> redis.open() == 2);
    assertThat(connect().ask("PING")).isEqualTo("+PONG");
  }

  @Test
  void whoDoesNotSayWhoTheyAreIsDisconnected_silentOrNot() throws IOException {
    redis = new ServedRedis(ServedRedis.USUAL.with(KEYED).with(new Deadlines(SOON, NEVER, NEVER)));
    assertThat(connect().isClosedByServer()).isTrue();
    assertThat(redis.ended("stranger")).isEqualTo(1);
    RespSocket talking = connect();
    await()
        .pollInterval(LOOK.dividedBy(10))
        .until(
            () -> {
              try {
                assertThat(talking.ask("PING")).startsWith("-NOAUTH ");
                return false;
              } catch (IOException closed) {
                return true;
              }
            });
    assertThat(redis.ended("stranger")).isEqualTo(2);
    assertAllIsGivenBack();
  }

  @Test
  void whatRestsIsDisconnected_butNotWhileACommandIsUnderWay() throws IOException {
    redis = new ServedRedis(ServedRedis.USUAL.with(new Deadlines(SOON, NEVER, SOON)));
    CompletableFuture<Answer> count = new CompletableFuture<>();
    redis.engine.onCount = counter -> count;
    RespSocket busy = connect();
    busy.send("GET", "a");
    for (int i = 0; i < 2; i++) {
      RespSocket resting = connect();
      assertThat(resting.ask("PING")).isEqualTo("+PONG");
      assertThat(resting.isClosedByServer()).as("and time has passed for the other").isTrue();
    }
    assertThat(redis.ended("idle")).isEqualTo(2);
    assertThat(redis.ended("stranger")).as("nobody is asked").isZero();
    count.complete(ServedRedis.count());
    assertThat(busy.reply()).isEqualTo("42");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*2\r\n$4\r\nECHO\r\n$5\r\nhel",
        "*2\r\n$4\r\nECHO\r\n",
        "*2\r\n",
        "*",
        "ECHO hel",
        "PING\r\n*2\r\n$4\r\nEC"
      })
  void whoSendsHalfACommandIsToldAndDisconnected(String half) throws IOException {
    redis = new ServedRedis(ServedRedis.USUAL.with(new Deadlines(NEVER, SOON, NEVER)));
    RespSocket stalling = connect();
    stalling.send(half.getBytes(US_ASCII));
    if (half.startsWith("PING")) {
      assertThat(stalling.reply()).isEqualTo("+PONG");
    }
    assertThat(stalling.reply()).startsWith("-ERR the rest of the command took too long");
    assertThat(stalling.isClosedByServer()).isTrue();
    assertThat(redis.ended("slow_command")).isEqualTo(1);
    assertAllIsGivenBack();
  }

  @Test
  void whoTricklesACommandIsDisconnected_butNotWhoSendsWholeOnesOneAfterTheOther()
      throws IOException {
    redis = new ServedRedis(ServedRedis.USUAL.with(new Deadlines(NEVER, SOON, NEVER)));
    RespSocket trickling = connect();
    RespSocket steady = connect();
    trickling.send("*2\r\n$4\r\nECHO\r\n$9000\r\n".getBytes(US_ASCII));
    byte[] ping = RespSocket.command("PING");
    int[] sent = {0};
    steady.send(new byte[] {ping[0]});
    await()
        .pollInterval(LOOK.dividedBy(10))
        .until(
            () -> {
              if (redis.ended("slow_command") > 0) {
                return true;
              }
              trickling.send(new byte[] {'x'});
              // always in the middle of a command, and each of them ends soon
              steady.send(ping, 1, ping.length - 1);
              steady.send(new byte[] {ping[0]});
              sent[0]++;
              return false;
            });
    assertThat(trickling.reply()).startsWith("-ERR the rest");
    for (int i = 0; i < sent[0]; i++) {
      assertThat(steady.reply()).isEqualTo("+PONG");
    }
    assertThat(redis.ended("slow_command")).isEqualTo(1);
  }

  @Test
  void halvesOfLargeCommandsAreRefusedPastTheBudget_andSmallOnesOfOthersAreNot()
      throws IOException {
    redis = new ServedRedis(ServedRedis.USUAL.with(1_000_000L));
    StringBuilder large = new StringBuilder("*60\r\n$4\r\nMGET\r\n");
    for (int i = 0; i < 50; i++) {
      large.append("$16384\r\n").append("x".repeat(16_384)).append("\r\n");
    }
    RespSocket first = connect();
    first.send(large.substring(0, 600_000).getBytes(US_ASCII));
    await().until(() -> redis.budget.held() > 500_000);
    RespSocket second = connect();
    try {
      second.send(large.substring(0, 600_000).getBytes(US_ASCII));
    } catch (IOException closedMeanwhile) {
      // it is said why, to whoever reads
    }
    assertThat(second.isClosedByServer()).isTrue();
    assertThat(redis.registry.get("quipu.memory.refused").tag("use", "message").counter().count())
        .isEqualTo(1);
    assertThat(redis.answered("none")).as("last words").isEqualTo(1);
    assertThat(connect().ask("PING")).isEqualTo("+PONG");
    first.close();
    await().until(() -> redis.budget.held() == 0);
  }

  @ParameterizedTest
  @CsvSource({
    "*10003, invalid multibulk length",
    "*1 $16385, invalid bulk length",
    "*1 :1, 'expected ''$'', got '':'''",
    "PING \"a, unbalanced quotes in request"
  })
  void whatIsTooLargeOrNoCommandEndsTheConnection(String sent, String complaint)
      throws IOException {
    redis = new ServedRedis(ServedRedis.USUAL);
    RespSocket wrong = connect();
    String lines = sent.startsWith("PING") ? sent : sent.replace(" ", "\r\n");
    wrong.send((lines + "\r\n").getBytes(US_ASCII));
    assertThat(wrong.reply()).isEqualTo("-ERR Protocol error: " + complaint);
    assertThat(wrong.isClosedByServer()).isTrue();
    assertThat(redis.ended("protocol")).isEqualTo(1);
    assertAllIsGivenBack();
  }

  @Test
  void aLineThatDoesNotEndIsNoCommand() throws IOException {
    redis = new ServedRedis(ServedRedis.USUAL);
    RespSocket wrong = connect();
    wrong.send("x".repeat(65_537).getBytes(US_ASCII));
    assertThat(wrong.reply()).isEqualTo("-ERR Protocol error: too big inline request");
    assertThat(wrong.isClosedByServer()).isTrue();
    assertAllIsGivenBack();
  }

  @Test
  void noiseDoesNoHarm() throws IOException {
    redis = new ServedRedis(ServedRedis.USUAL);
    RespSocket honest = connect();
    Random random = new Random(42);
    for (int i = 0; i < 300; i++) {
      byte[] noise = new byte[1 + random.nextInt(3_000)];
      random.nextBytes(noise);
      if (i % 3 > 0) {
        // not all of it is a line that never ends
        noise[0] = (byte) (i % 3 == 1 ? '*' : '$');
        noise[noise.length - 1] = '\n';
      }
      try (RespSocket noisy = redis.connect()) {
        noisy.send(noise);
      } catch (IOException ended) {
        assertThat(redis.ended("protocol")).isPositive();
      }
    }
    assertThat(honest.ask("GET", "a")).isEqualTo("42");
    await().until(() -> redis.open() == 1);
    await().until(() -> redis.budget.held() == 0);
    assertThat(redis.ended("protocol")).isPositive();
  }

  @Test
  void whoTakesNoRepliesIsCutOff_andIsNotReadMeanwhile() throws IOException {
    redis =
        new ServedRedis(
            ServedRedis.USUAL.with(
                new ConnectionSettings(100, 100, LOOK, SOON.multipliedBy(5), 16 * 1024, 8 << 20)));
    RespSocket honest = connect();
    Socket deaf = narrow();
    long sent = sendUntilCut(deaf, RespSocket.command("ECHO", "x".repeat(16_000)));
    assertThat(redis.cut("slow_reader")).isEqualTo(1);
    assertThat(sent).as("bytes taken of it, those of two kernels included").isLessThan(24_000_000);
    assertThat(honest.ask("GET", "a")).isEqualTo("42");
    await().until(() -> redis.open() == 1);
    await().until(() -> redis.budget.held() == 0);
  }

  /** Short commands with long replies: these wait as what they are made of, and are counted. */
  @Test
  void repliesBehindASlowOneAreNotWrittenAllAtOnce() throws IOException {
    redis = new ServedRedis(ServedRedis.USUAL);
    CompletableFuture<Answer> count = new CompletableFuture<>();
    redis.engine.onCount = counter -> count;
    Socket deaf = narrow();
    deaf.getOutputStream().write(("GET a\r\n" + "COMMAND\r\n".repeat(5_000)).getBytes(US_ASCII));
    await().until(() -> redis.answered("command") > 4_000);
    assertThat(redis.answered("command")).as("then nothing is read").isLessThan(4_100);
    long held = redis.budget.held();

    count.complete(ServedRedis.count());
    await().until(() -> redis.answered("get") == 1);

    RespSocket other = connect();
    assertThat(other.ask("PING")).isEqualTo("+PONG");
    assertThat(redis.budget.held()).isBetween(held / 10, held);
    other.close();
    deaf.close();
    assertAllIsGivenBack();
  }

  @Test
  void whoTakesRepliesInDropsIsCutOff() throws IOException {
    redis =
        new ServedRedis(
            ServedRedis.USUAL.with(
                new ConnectionSettings(100, 100, LOOK, SOON, 16 * 1024, 8 << 20)));
    Socket slow = narrow();
    byte[] one = RespSocket.command("ECHO", "x".repeat(16_000));
    Thread sending = new Thread(() -> sendUntilCut(slow, one));
    sending.start();
    await()
        .pollInterval(LOOK.dividedBy(10))
        .until(
            () -> {
              if (redis.cut("slow_reader") > 0) {
                return true;
              }
              slow.getInputStream().read(new byte[16]);
              return false;
            });
    assertAllIsGivenBack();
  }

  @Test
  void thoseForWhomMostWaitsAreCutOff_whenTooMuchWaitsInAll() throws Exception {
    redis =
        new ServedRedis(
            ServedRedis.USUAL.with(
                new ConnectionSettings(100, 100, LOOK, NEVER, 16 * 1024, 256 * 1024)));
    RespSocket honest = connect();
    byte[] one = RespSocket.command("ECHO", "x".repeat(16_000));
    List<Thread> deaf = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Socket socket = narrow();
      Thread sending = new Thread(() -> sendUntilCut(socket, one));
      sending.start();
      deaf.add(sending);
    }
    await().until(() -> redis.cut("slow_reader") > 5);
    assertThat(honest.ask("GET", "a")).isEqualTo("42");
    for (AutoCloseable each : opened) {
      each.close();
    }
    for (Thread each : deaf) {
      each.join(TestPatience.LIMIT.toMillis());
    }
    assertAllIsGivenBack();
  }

  @Test
  void whoReadsIsNotCutOff_howeverLongThePipeline() throws Exception {
    redis =
        new ServedRedis(
            ServedRedis.USUAL.with(
                new ConnectionSettings(100, 100, LOOK, SOON, 16 * 1024, 1 << 20)));
    RespSocket client = connect();
    byte[] one = RespSocket.command("ECHO", "y".repeat(10_000));
    Thread sending =
        new Thread(
            () -> {
              try {
                for (int i = 0; i < 3_000; i++) {
                  client.send(one);
                  client.send("COMMAND\r\n".getBytes(US_ASCII));
                }
              } catch (IOException failure) {
                // the replies are missed
              }
            });
    sending.start();
    for (int i = 0; i < 3_000; i++) {
      assertThat(client.reply()).hasSize(10_000);
      assertThat(client.reply()).startsWith("[[incr, :2, ");
    }
    sending.join();
    assertThat(redis.cut("slow_reader")).isZero();
    await().until(() -> redis.budget.held() == 0);
  }

  /** How many bytes of something were taken before the connection was cut. */
  private static long sendUntilCut(Socket socket, byte[] one) {
    long sent = 0;
    try {
      while (true) {
        socket.getOutputStream().write(one);
        sent += one.length;
      }
    } catch (IOException cut) {
      return sent;
    }
  }

  @Test
  void aPageOfABrowserGetsNothingDone() throws IOException {
    redis = new ServedRedis(ServedRedis.USUAL);
    RespSocket page = connect();
    page.send(
        "GET / HTTP/1.1\r\nHost: localhost\r\nX: y\r\n\r\nQUIPU.ADD a\r\n".getBytes(US_ASCII));
    assertThat(page.reply()).startsWith("-ERR wrong number of arguments for 'get'");
    assertThatThrownBy(page::reply).isInstanceOf(IOException.class);
    assertThat(redis.ended("browser")).isEqualTo(1);
    assertThat(redis.answered("quipu.add")).isZero();
  }
}
