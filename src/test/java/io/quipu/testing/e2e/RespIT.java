package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.edge.resp.RespSocket;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Redis clients are told, byte by byte. */
@EndToEnd
class RespIT {
  private static RunningQuipu quipu;
  private static Api api;
  private RespSocket redis;

  @BeforeAll
  static void start(SharedQuipu shared) {
    quipu = shared.open();
    api = quipu.api(0);
    api.createNamespace("redis-latest", "{\"kind\": \"latest\"}");
    api.createNamespace("redis-unique", "{\"kind\": \"unique\"}");
    api.createNamespace(
        "redis-bound", "{\"kind\": \"linear\", \"period\": \"month\", \"min\": 0, \"max\": 10}");
  }

  @BeforeEach
  void connect() throws IOException {
    redis = new RespSocket(quipu.respAddress(0));
  }

  @AfterEach
  void disconnect() throws IOException {
    redis.close();
  }

  @Test
  void incrementsAreAnsweredWithTheValueAfterThem() throws IOException {
    assertThat(redis.ask("GET", "fresh")).isEqualTo("nil");
    assertThat(redis.ask("INCR", "fresh")).isEqualTo(":1");
    assertThat(redis.ask("incr", "fresh")).isEqualTo(":2");
    assertThat(redis.ask("INCRBY", "fresh", "40")).isEqualTo(":42");
    assertThat(redis.ask("DECR", "fresh")).isEqualTo(":41");
    assertThat(redis.ask("DECRBY", "fresh", "50")).isEqualTo(":-9");
    assertThat(redis.ask("DECRBY", "fresh", "-10")).isEqualTo(":1");
    assertThat(redis.ask("GET", "fresh")).isEqualTo("1");
    assertThat(redis.ask("TYPE", "fresh")).isEqualTo("+string");
    assertThat(api.count("redis", "fresh").count()).isEqualTo(1);
  }

  /** Nobody has created it. */
  @Test
  void database0_isANamespaceOfKindLinear() throws IOException {
    assertThat(redis.ask("INCR", "first command of all")).isEqualTo(":1");
    assertThat(api.get("/v1/namespaces/redis").expect(200).json().getString("kind"))
        .isEqualTo("linear");
  }

  @Test
  void linearCountersAreResetAtOnce() throws IOException {
    redis.ask("INCRBY", "deleted", "7");
    assertThat(redis.ask("DEL", "deleted", "never counted")).isEqualTo(":1");
    assertThat(redis.ask("GET", "deleted")).isEqualTo("nil");
    assertThat(redis.ask("EXISTS", "deleted")).isEqualTo(":0");
    assertThat(redis.ask("INCR", "deleted")).isEqualTo(":1");
  }

  @Test
  void countsOfAPeriodHaveATimeToLive_andNoOthers() throws IOException {
    redis.ask("INCR", "lives");
    assertThat(redis.ask("TTL", "lives")).isEqualTo(":-1");
    assertThat(redis.ask("TTL", "never counted")).isEqualTo(":-2");
    assertThat(redis.ask("EXPIRE", "lives", "10")).startsWith("-ERR keys do not expire");
    assertThat(redis.ask("SELECT", "5")).isEqualTo("+OK");
    redis.ask("INCR", "ends");
    long seconds = Long.parseLong(redis.ask("TTL", "ends").substring(1));
    assertThat(seconds).isBetween(1L, 31L * 86_400);
    assertThat(Long.parseLong(redis.ask("PTTL", "ends").substring(1)))
        .isBetween(1_000 * (seconds - 60), 1_000 * seconds);
  }

  @Test
  void incrementsMayBeLargerThan32Bits() throws IOException {
    assertThat(redis.ask("INCRBY", "large", "17179869184")).isEqualTo(":17179869184");
    assertThat(redis.ask("INCRBY", "large", "17179869184")).isEqualTo(":34359738368");
    assertThat(redis.ask("DECRBY", "large", "1000000000000000")).isEqualTo(":-999965640261632");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " 1",
        "1 ",
        "1a",
        "+1",
        "01",
        "1.0",
        "-",
        "9223372036854775808",
        "-9223372036854775809"
      })
  void whatIsNoIntegerIsRefused_andCountsNothing(String delta) throws IOException {
    String message = "-ERR value is not an integer or out of range: '" + delta + "'. Write ";
    assertThat(redis.ask("INCRBY", "strange", delta)).startsWith(message);
    assertThat(redis.ask("DECRBY", "strange", delta)).startsWith(message);
    assertThat(redis.ask("EXISTS", "strange")).isEqualTo(":0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1000000000000001",
        "-1000000000000001",
        "9223372036854775807",
        "-9223372036854775808"
      })
  void whatIsAnIntegerOfRedis_butPastTheLimit_isRefusedWithTheLimit(String delta)
      throws IOException {
    for (String command : List.of("INCRBY", "DECRBY", "SET", "QUIPU.ADD", "HINCRBY k")) {
      String[] words =
          (command.replace(" k", "") + " past " + (command.endsWith("k") ? "f " : "") + delta)
              .split(" ");
      assertThat(redis.ask(words))
          .as(command)
          .contains(delta + " is past the limit of Quipu: one command adds -10^15 to 10^15");
    }
    assertThat(redis.ask("EXISTS", "past")).isEqualTo(":0");
  }

  /** A count of kind linear has 64 bits; no delta has. */
  @Test
  void whatWouldOverflowIsRefused_andCountsNothing() throws IOException {
    assertThat(redis.ask("SELECT", "5")).isEqualTo("+OK");
    assertThat(redis.ask("INCRBY", "seats", "10")).isEqualTo(":10");
    assertThat(redis.ask("INCR", "seats")).startsWith("-ERR the count would overflow its bounds");
    assertThat(redis.ask("SET", "other seats", "11"))
        .startsWith("-ERR the count would overflow its bounds: A delta of 11 would take");
    assertThat(redis.ask("GET", "seats")).isEqualTo("10");
    assertThat(redis.ask("DECRBY", "seats", "11"))
        .startsWith("-ERR the count would overflow its bounds");
  }

  /** The most that one increment adds, again and again, in a pipeline: 2^63 is never passed. */
  @Test
  void aCountNeverPasses64Bits() throws IOException {
    int times = 9_224;
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int i = 0; i < times; i++) {
      all.writeBytes(RespSocket.command("INCRBY", "edge", "1000000000000000"));
    }
    sendLater(all);
    for (int i = 1; i < times; i++) {
      assertThat(redis.reply()).isEqualTo(":" + i + "000000000000000");
    }
    assertThat(redis.reply()).startsWith("-ERR the count would overflow its bounds");
    assertThat(redis.ask("GET", "edge")).isEqualTo("9223000000000000000");
  }

  private void sendLater(ByteArrayOutputStream all) {
    Thread sender =
        new Thread(
            () -> {
              try {
                redis.send(all.toByteArray());
              } catch (IOException ended) {
                // seen by whoever reads
              }
            },
            "sender");
    sender.setDaemon(true);
    sender.start();
  }

  @Test
  void whereNobodyKnowsTheValueNoneIsMadeUp() throws IOException {
    redis.ask("SELECT", "1");
    assertThat(redis.ask("INCR", "plain")).startsWith("-ERR namespace default is of kind event");
    assertThat(redis.ask("EXISTS", "plain")).isEqualTo(":0");
    assertThat(redis.ask("QUIPU.ADD", "plain")).isEqualTo("+OK");
    assertThat(redis.ask("QUIPU.ADD", "plain", "4")).isEqualTo("+OK");
    redis.send("CLIENT", "REPLY", "SKIP");
    redis.send("INCRBY", "plain", "10");
    assertThat(redis.ask("GET", "plain")).isEqualTo("15");
  }

  @Test
  void anEventWithAnIdMayBeSentAgain() throws IOException {
    for (String database : List.of("1", "4")) {
      redis.ask("SELECT", database);
      assertThat(redis.ask("QUIPU.ADD", "orders", "5", "order-1")).isEqualTo("+OK");
      assertThat(redis.ask("QUIPU.ADD", "orders", "5", "order-1")).isEqualTo("+OK");
      assertThat(redis.ask("GET", "orders")).isEqualTo("5");
    }
    redis.ask("SELECT", "0");
    assertThat(redis.ask("QUIPU.ADD", "orders", "5", "order-1")).isEqualTo(":5");
    assertThat(redis.ask("QUIPU.ADD", "orders", "5", "order-1")).isEqualTo(":5");
    assertThat(redis.ask("QUIPU.ADD", "orders", "5", "")).startsWith("-ERR id is 0 bytes long");
  }

  @Test
  void nothingIsAnswered_asLongAsNobodyWantsIt() throws IOException {
    redis.ask("SELECT", "1");
    redis.send("CLIENT", "REPLY", "OFF");
    for (int i = 0; i < 500; i++) {
      redis.send("INCR", "silent");
    }
    redis.send("CLIENT", "REPLY", "SKIP");
    redis.send("PING");
    redis.send("PING");
    assertThat(redis.ask("CLIENT", "REPLY", "ON")).isEqualTo("+OK");
    assertThat(redis.ask("GET", "silent")).isEqualTo("500");
  }

  @Test
  void eachCommandIsForOneKind() throws IOException {
    redis.ask("SELECT", "2");
    assertThat(redis.ask("INCR", "x")).startsWith("-WRONGTYPE ");
    assertThat(redis.ask("GET", "x")).startsWith("-WRONGTYPE ");
    redis.ask("SELECT", "3");
    assertThat(redis.ask("INCR", "x")).startsWith("-WRONGTYPE ");
    assertThat(redis.ask("GET", "x")).isEqualTo("nil");
    assertThat(redis.ask("DEL", "x")).isEqualTo(":0");
    redis.ask("SELECT", "0");
    assertThat(redis.ask("PFADD", "x", "a")).startsWith("-WRONGTYPE ");
    assertThat(redis.ask("PFCOUNT", "x")).startsWith("-WRONGTYPE ");
    redis.ask("SELECT", "4");
    for (String command : List.of("QUIPU.ADD", "INCR", "DECR")) {
      assertThat(redis.ask(command, "x"))
          .isEqualTo(
              "-ERR id is missing; namespace redis-unique is of kind unique and needs one. Nothing"
                  + " was counted. Use QUIPU.ADD key delta id, or HTTP, where events have both ids"
                  + " and labels");
    }
    assertThat(redis.ask("QUIPU.ADD", "x", "1", "one")).isEqualTo("+OK");
    redis.ask("SELECT", "6");
    assertThat(redis.ask("INCR", "x")).startsWith("-ERR There is no namespace nowhere");
  }

  @Test
  void distinctValuesAreEstimated() throws IOException {
    redis.ask("SELECT", "2");
    assertThat(redis.ask("PFCOUNT", "monday")).isEqualTo(":0");
    assertThat(redis.ask("PFADD", "monday", "ann", "bob", "ann")).isEqualTo(":1");
    assertThat(redis.ask("PFADD", "monday")).isEqualTo(":0");
    assertThat(redis.ask("PFCOUNT", "monday")).isEqualTo(":2");
    assertThat(redis.ask("PFCOUNT", "monday", "tuesday")).endsWith("The form is PFCOUNT key");
  }

  @Test
  void manyCountersAreReadAndReset() throws IOException {
    redis.ask("SELECT", "1");
    redis.ask("QUIPU.ADD", "many-a", "3");
    redis.ask("QUIPU.ADD", "many-b", "-3");
    assertThat(redis.ask("MGET", "many-a", "many-none", "many-b", "many-a"))
        .isEqualTo("[3, nil, -3, 3]");
    assertThat(redis.ask("EXISTS", "many-a", "many-a", "many-none")).isEqualTo(":2");
    assertThat(redis.ask("DEL", "many-a", "many-none", "many-b", "many-a")).isEqualTo(":2");
    assertThat(redis.ask("MGET", "many-a", "many-b")).isEqualTo("[nil, nil]");
    assertThat(redis.ask("QUIPU.ADD", "many-a")).isEqualTo("+OK");
    assertThat(redis.ask("GET", "many-a")).isEqualTo("1");
  }

  /** However they are mixed: as if one came after the other. */
  @Test
  void aPipelineHasTheEffectOfItsCommandsInOrder() throws IOException {
    redis.ask("SELECT", "1");
    for (int i = 0; i < 5; i++) {
      redis.send("QUIPU.ADD", "mixed", "1");
      redis.send("QUIPU.ADD", "mixed", "1");
      redis.send("GET", "mixed");
    }
    redis.send("DEL", "mixed");
    redis.send("EXISTS", "mixed");
    redis.send("QUIPU.ADD", "mixed", "7");
    redis.send("GET", "mixed");
    List<String> replies = new ArrayList<>();
    for (int i = 0; i < 19; i++) {
      replies.add(redis.reply());
    }
    assertThat(replies)
        .containsExactly(
            "+OK", "+OK", "2", "+OK", "+OK", "4", "+OK", "+OK", "6", "+OK", "+OK", "8", "+OK",
            "+OK", "10", ":1", ":0", "+OK", "7");
  }

  /** Many times as many as are under way at once. */
  @Test
  void aLongPipelineIsAnsweredInOrder() throws IOException {
    int commands = 6_000;
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int i = 0; i < commands; i++) {
      all.writeBytes(RespSocket.command("INCR", "long-" + i % 7));
    }
    sendLater(all);
    int[] expected = new int[7];
    for (int i = 0; i < commands; i++) {
      assertThat(redis.reply()).isEqualTo(":" + ++expected[i % 7]);
    }
  }

  @Test
  void clientsAreToldWhoIsThere() throws IOException {
    assertThat(redis.ask("PING", "hello")).isEqualTo("hello");
    assertThat(redis.ask("ECHO", "you")).isEqualTo("you");
    assertThat(redis.ask("HELLO", "2", "SETNAME", "me")).contains("server, quipu");
    assertThat(redis.ask("CLIENT", "GETNAME")).isEqualTo("me");
    assertThat(redis.ask("CLIENT", "SETINFO", "LIB-NAME", "x")).isEqualTo("+OK");
    assertThat(redis.ask("CLIENT", "ID")).matches(":[0-9]+");
    assertThat(redis.ask("HELLO", "4")).startsWith("-NOPROTO ");
    assertThat(redis.ask("HELLO", "3")).contains("proto, :3");
    assertThat(redis.ask("GET", "never")).isEqualTo("_");
    assertThat(redis.ask("AUTH", "x")).startsWith("-ERR AUTH <password> called without any");
    assertThat(redis.ask("AUTH", "default", "x")).isEqualTo("+OK");
    assertThat(redis.ask("AUTH", "somebody", "x")).startsWith("-WRONGPASS ");
    assertThat(redis.ask("INFO")).contains("server_name:quipu");
    assertThat(redis.ask("COMMAND", "COUNT")).matches(":[0-9]+");
    assertThat(redis.ask("COMMAND", "INFO", "get", "nothing"))
        .isEqualTo("[[get, :2, [+readonly, +fast], :1, :1, :1], _]");
    assertThat(redis.ask("SELECT", "99"))
        .startsWith("-ERR DB index is out of range: 99. QUIPU_RESP_DATABASES has 0, 1, ");
    assertThat(redis.ask("NONE", "a", "1"))
        .startsWith("-ERR unknown command 'NONE'. COMMAND LIST ");
    assertThat(redis.ask("GET"))
        .endsWith("wrong number of arguments for 'get' command: it has 0. The form is GET key");
    assertThat(redis.ask("RESET")).isEqualTo("+RESET");
    assertThat(redis.ask("CLIENT", "GETNAME")).isEqualTo("nil");
    assertThat(redis.ask("QUIT")).isEqualTo("+OK");
    assertThatThrownBy(redis::reply).isInstanceOf(EOFException.class);
  }

  /** What was sent before is answered as it was sent, however late. */
  @Test
  void anotherProtocolIsSpokenFromThenOn() throws IOException {
    redis.send("GET", "never");
    redis.send("HELLO", "3");
    redis.send("GET", "never");
    assertThat(redis.reply()).isEqualTo("nil");
    assertThat(redis.reply()).contains("proto, :3");
    assertThat(redis.reply()).isEqualTo("_");
  }

  @Test
  void whatIsTooMuchOrNoTextIsRefused() throws IOException {
    String name = "x".repeat(513);
    assertThat(redis.ask("INCR", name)).startsWith("-ERR counter is 513 bytes long");
    assertThat(redis.ask("INCR", "")).startsWith("-ERR counter is 0 bytes long");
    byte[] broken = RespSocket.command("INCR", "?");
    broken[broken.length - 3] = (byte) 0xff;
    redis.send(broken);
    assertThat(redis.reply()).isEqualTo("-ERR counter is not valid UTF-8");
    String[] words =
        IntStream.rangeClosed(0, 1_001)
            .mapToObj(i -> i == 0 ? "MGET" : "m" + i)
            .toArray(String[]::new);
    assertThat(redis.ask(words))
        .startsWith("-ERR 1001 keys or fields are given; one command may have 1000");
  }

  @Test
  void commandsAreMeasured() throws IOException {
    redis.ask("INCR", "measured");
    String metrics = api.get("/metrics").text();
    assertThat(metrics)
        .contains("quipu_resp_commands_seconds_count{command=\"incr\",outcome=\"ok\"}")
        .contains("quipu_http_connections{port=\"resp\"}");
  }
}
