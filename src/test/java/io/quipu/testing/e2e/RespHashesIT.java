package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.edge.resp.RespSocket;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What Redis clients are told of the fields of counters, byte by byte. Most of what is asserted
 * here Redis asserts of its own hashes, too (its tests/unit/type/hash.tcl).
 */
@EndToEnd
class RespHashesIT {
  private static final String NO_FIELDS = "-WRONGTYPE keys of namespace ";

  private static Api api;
  private static RunningQuipu quipu;
  private RespSocket redis;

  @BeforeAll
  static void start(SharedQuipu shared) {
    quipu = shared.open();
    api = quipu.api(0);
  }

  @BeforeEach
  void connect() throws IOException {
    redis = new RespSocket(quipu.respAddress(0));
    assertThat(redis.ask("SELECT", "7")).isEqualTo("+OK");
  }

  @AfterEach
  void disconnect() throws IOException {
    redis.close();
  }

  @Test
  void anIncrementIsAnEventWithALabel() throws IOException {
    assertThat(redis.ask("HINCRBY", "views", "CH", "2")).isEqualTo(":2");
    assertThat(redis.ask("hincrby", "views", "CH", "3")).isEqualTo(":5");
    assertThat(redis.ask("HINCRBY", "views", "DE", "-1")).isEqualTo(":-1");
    assertThat(redis.ask("HGET", "views", "CH")).isEqualTo("5");
    assertThat(redis.ask("GET", "views")).isEqualTo("4");
    assertThat(
            api.get(Api.path("redis-hash", "views") + "?where=country:CH")
                .expect(200)
                .json()
                .getLong("count"))
        .isEqualTo(5);
    api.record("redis-hash", "views", "{\"labels\": {\"country\": \"CH\", \"plan\": \"pro\"}}")
        .expect(201);
    api.record("redis-hash", "views", "{\"labels\": {\"plan\": \"pro\"}}").expect(201);
    assertThat(redis.ask("HGETALL", "views")).isEqualTo("[, 1, CH, 6, DE, -1]");
    api.settled("redis-hash", "views");
    assertThat(redis.ask("HGETALL", "views")).isEqualTo("[, 1, CH, 6, DE, -1]");
    assertThat(redis.ask("HINCRBY", "views", "CH", "1")).isEqualTo(":7");
  }

  @Test
  void fieldsAreRead() throws IOException {
    for (String field : List.of("b", "a", "c", "a")) {
      redis.ask("HINCRBY", "read", field, "1");
    }
    assertThat(redis.ask("HGET", "read", "a")).isEqualTo("2");
    assertThat(redis.ask("HGET", "read", "d")).isEqualTo("nil");
    assertThat(redis.ask("HMGET", "read", "c", "d", "a", "c")).isEqualTo("[1, nil, 2, 1]");
    assertThat(redis.ask("HKEYS", "read")).isEqualTo("[a, b, c]");
    assertThat(redis.ask("HVALS", "read")).isEqualTo("[2, 1, 1]");
    assertThat(redis.ask("HGETALL", "read")).isEqualTo("[a, 2, b, 1, c, 1]");
    assertThat(redis.ask("HLEN", "read")).isEqualTo(":3");
    assertThat(redis.ask("HEXISTS", "read", "b")).isEqualTo(":1");
    assertThat(redis.ask("HEXISTS", "read", "d")).isEqualTo(":0");
    assertThat(redis.ask("EXISTS", "read")).isEqualTo(":1");
  }

  @Test
  void aKeyThatNeverCountedHasNoFields() throws IOException {
    assertThat(redis.ask("HGET", "never", "a")).isEqualTo("nil");
    assertThat(redis.ask("HMGET", "never", "a", "b")).isEqualTo("[nil, nil]");
    assertThat(redis.ask("HGETALL", "never")).isEqualTo("[]");
    assertThat(redis.ask("HKEYS", "never")).isEqualTo("[]");
    assertThat(redis.ask("HVALS", "never")).isEqualTo("[]");
    assertThat(redis.ask("HLEN", "never")).isEqualTo(":0");
    assertThat(redis.ask("HEXISTS", "never", "a")).isEqualTo(":0");
  }

  @Test
  void countsMayBeLargerThan32Bits() throws IOException {
    assertThat(redis.ask("HINCRBY", "large", "a", "17179869184")).isEqualTo(":17179869184");
    assertThat(redis.ask("HINCRBY", "large", "a", "17179869184")).isEqualTo(":34359738368");
    assertThat(redis.ask("HINCRBY", "large", "a", "-1000000000000000"))
        .isEqualTo(":-999965640261632");
  }

  /** It answers the count, and no event is recorded: so it makes no field, as it does in Redis. */
  @Test
  void anIncrementOf0_answersTheCount() throws IOException {
    assertThat(redis.ask("HINCRBY", "nothing", "a", "0")).isEqualTo(":0");
    assertThat(redis.ask("HLEN", "nothing")).isEqualTo(":0");
    redis.ask("HINCRBY", "nothing", "a", "5");
    assertThat(redis.ask("HINCRBY", "nothing", "a", "0")).isEqualTo(":5");
  }

  /** Database 0 is of kind linear. */
  @Test
  void fieldsOfKindLinearAreCountersOfTheirOwn() throws IOException {
    redis.ask("SELECT", "0");
    assertThat(redis.ask("HINCRBY", "user:1", "visits", "2")).isEqualTo(":2");
    assertThat(redis.ask("HINCRBY", "user:1", "clicks", "0")).isEqualTo(":0");
    assertThat(redis.ask("HGETALL", "user:1")).isEqualTo("[clicks, 0, visits, 2]");
    assertThat(redis.ask("TYPE", "user:1")).isEqualTo("+hash");
    assertThat(redis.ask("SCAN", "0", "MATCH", "user:1*")).isEqualTo("[0, [user:1]]");
    assertThat(api.count("redis", "user:1\u001fvisits").count()).isEqualTo(2);
    assertThat(redis.ask("HDEL", "user:1", "visits", "none")).isEqualTo(":1");
    assertThat(redis.ask("DEL", "user:1")).isEqualTo(":1");
    assertThat(redis.ask("EXISTS", "user:1")).isEqualTo(":0");
    assertThat(redis.ask("HGETALL", "user:1")).isEqualTo("[]");
  }

  /** What took a field to zero counted, as in Redis. */
  @Test
  void aFieldMayBeZero() throws IOException {
    redis.ask("HINCRBY", "zero", "a", "4");
    assertThat(redis.ask("HINCRBY", "zero", "a", "-4")).isEqualTo(":0");
    assertThat(redis.ask("HGET", "zero", "a")).isEqualTo("0");
    assertThat(redis.ask("HGETALL", "zero")).isEqualTo("[a, 0]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " 1", "1 ", "1a", "+1", "1.5", "9223372036854775808"})
  void whatIsNoIntegerIsRefused_andCountsNothing(String delta) throws IOException {
    assertThat(redis.ask("HINCRBY", "strange", "a", delta))
        .startsWith("-ERR value is not an integer or out of range: '" + delta + "'. Write ");
    assertThat(redis.ask("HLEN", "strange")).isEqualTo(":0");
  }

  @Test
  void wordsThatLackAreMissed() throws IOException {
    for (String command :
        List.of("HINCRBY k f", "HINCRBY k f 1 2", "HGET k", "HMGET k", "HGETALL", "HLEN k f")) {
      assertThat(redis.ask(command.split(" ", -1)))
          .as(command)
          .startsWith("-ERR wrong number of arguments for 'h");
    }
  }

  @Test
  void fieldsAreWhatTheyAre() throws IOException {
    List<String> fields =
        List.of("", "a,b", "a:b", "\\", "\0", "\0\0x", "é".repeat(200), "0", "!", "country:CH");
    for (String field : fields) {
      assertThat(redis.ask("HINCRBY", "hostile", field, "7")).isEqualTo(":7");
    }
    api.settled("redis-hash", "hostile");
    for (String field : fields) {
      assertThat(redis.ask("HGET", "hostile", field)).as(field).isEqualTo("7");
    }
    assertThat(redis.ask("HLEN", "hostile")).isEqualTo(":" + fields.size());
    String long513 = "x".repeat(513);
    assertThat(redis.ask("HINCRBY", "hostile", long513, "1"))
        .startsWith("-ERR country is 513 bytes long");
    assertThat(redis.ask("HGET", "hostile", long513)).startsWith("-ERR country is 513 bytes long");
    assertThat(redis.ask("HMGET", "hostile", long513)).startsWith("-ERR country is 513 bytes");
    assertThat(redis.ask("HLEN", "hostile")).isEqualTo(":" + fields.size());
  }

  @Test
  void aResetOfTheKeyTakesBackItsFields() throws IOException {
    redis.ask("HINCRBY", "reset", "a", "3");
    assertThat(redis.ask("DEL", "reset")).isEqualTo(":1");
    assertThat(redis.ask("HGETALL", "reset")).isEqualTo("[]");
    assertThat(redis.ask("HGET", "reset", "a")).isEqualTo("nil");
    assertThat(redis.ask("HINCRBY", "reset", "a", "1")).isEqualTo(":1");
    assertThat(redis.ask("HLEN", "reset")).isEqualTo(":1");
  }

  /** However they are mixed: as if one came after the other. */
  @Test
  void aPipelineHasTheEffectOfItsCommandsInOrder() throws IOException {
    List<String> expected = new ArrayList<>();
    for (int i = 1; i <= 20; i++) {
      redis.send("HINCRBY", "piped", "a", "1");
      redis.send("HINCRBY", "piped", "b", "2");
      redis.send("HMGET", "piped", "a", "b");
      redis.send("QUIPU.ADD", "piped");
      redis.send("HGETALL", "piped");
      expected.addAll(List.of(":" + i, ":" + 2 * i, "[%d, %d]".formatted(i, 2 * i), "+OK"));
      expected.add("[, %d, a, %d, b, %d]".formatted(i, i, 2 * i));
    }
    for (String each : expected) {
      assertThat(redis.reply()).isEqualTo(each);
    }
  }

  @Test
  void incrementsWithoutAnswersCount() throws IOException {
    redis.send("CLIENT", "REPLY", "OFF");
    for (int i = 0; i < 500; i++) {
      redis.send("HINCRBY", "silent", i % 2 == 0 ? "even" : "odd", "1");
    }
    assertThat(redis.ask("CLIENT", "REPLY", "ON")).isEqualTo("+OK");
    assertThat(redis.ask("HGETALL", "silent")).isEqualTo("[even, 250, odd, 250]");
  }

  @Test
  void manyFieldsHaveAnEnd_andTheErrorSaysSo() throws IOException {
    List<String> events = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      events.add("{\"labels\": {\"country\": \"c%04d\"}}".formatted(i));
    }
    api.record("redis-hash", "many", events.toString()).expect(201);
    assertThat(redis.ask("HLEN", "many")).isEqualTo(":1000");
    assertThat(redis.ask("HKEYS", "many")).startsWith("[c0000, c0001").endsWith("c0999]");
    redis.ask("HINCRBY", "many", "one more", "1");
    for (String command : List.of("HGETALL", "HKEYS", "HVALS", "HLEN")) {
      assertThat(redis.ask(command, "many"))
          .startsWith("-ERR the key has more than 1000 fields. Read them page by page over HTTP");
    }
    assertThat(redis.ask("HGET", "many", "one more")).isEqualTo("1");
  }

  @Test
  void otherChangesOfFieldsAreRefused_andSayWhy() throws IOException {
    assertThat(redis.ask("HSET", "refused", "a", "1")).startsWith("-ERR fields are counts of");
    assertThat(redis.ask("HSETNX", "refused", "a", "1")).startsWith("-ERR fields are counts of");
    assertThat(redis.ask("HMSET", "refused", "a", "1")).startsWith("-ERR fields are counts of");
    assertThat(redis.ask("HDEL", "refused", "a")).startsWith("-ERR a field cannot be deleted");
    assertThat(redis.ask("HINCRBYFLOAT", "refused", "a", "1.5"))
        .startsWith("-ERR counts are whole numbers");
    assertThat(redis.ask("EXISTS", "refused")).isEqualTo(":0");
  }

  @Test
  void whereThereAreNoFields_theErrorSaysWhy() throws IOException {
    for (String command : List.of("HINCRBY k f 1", "HGET k f", "HMGET k f", "HGETALL k")) {
      redis.ask("SELECT", "1");
      assertThat(redis.ask(command.split(" "))).as(command).startsWith(NO_FIELDS);
      redis.ask("SELECT", "2");
      assertThat(redis.ask(command.split(" "))).as(command).endsWith(". Use PFADD and PFCOUNT");
    }
    redis.ask("SELECT", "9");
    assertThat(redis.ask("HINCRBY", "k", "f", "1")).contains("only by [[country, plan]]");
    redis.ask("SELECT", "6");
    assertThat(redis.ask("HGET", "k", "f")).startsWith("-ERR There is no namespace nowhere");
  }

  @Test
  void eventsThatNeedAnIdAreRead_andNotRecorded() throws IOException {
    redis.ask("SELECT", "8");
    assertThat(redis.ask("HINCRBY", "ids", "CH", "1"))
        .startsWith("-ERR id is missing; namespace redis-hash-unique is of kind unique")
        .contains("Use QUIPU.ADD key delta id, or HTTP");
    api.record("redis-hash-unique", "ids", "{\"id\": \"1\", \"labels\": {\"country\": \"CH\"}}")
        .expect(201);
    assertThat(redis.ask("HGETALL", "ids")).isEqualTo("[CH, 1]");
  }

  @Test
  void aMapIsOneByTheThirdProtocol() throws IOException {
    redis.ask("HINCRBY", "third", "a", "1");
    redis.ask("HELLO", "3");
    redis.send("HGETALL", "third");
    assertThat(redis.reply()).isEqualTo("[a, 1]");
    assertThat(redis.ask("HGET", "third", "b")).isEqualTo("_");
    assertThat(redis.ask("COMMAND", "INFO", "hincrby", "hgetall"))
        .isEqualTo(
            "[[hincrby, :4, [+write, +fast], :1, :1, :1],"
                + " [hgetall, :2, [+readonly, +fast], :1, :1, :1]]");
  }
}
