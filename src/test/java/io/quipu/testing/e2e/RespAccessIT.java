package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.edge.access.AuditLines;
import io.quipu.edge.resp.RespSocket;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Redis clients show a key as their password, and may do what it opens. */
@EndToEnd
class RespAccessIT {
  static final String STRANGER = "-NOAUTH Authentication required.";

  private static RunningQuipu quipu;
  private static KeyedApi first;
  private RespSocket redis;

  @BeforeAll
  static void start(SharedQuipu shared) {
    quipu = shared.keyed();
    first = new KeyedApi(quipu.api(0), KeyedApi.BOOTSTRAP);
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
  void strangersMayOnlySayWhoTheyAre() throws IOException {
    for (String command : new String[] {"PING", "INCR a", "GET a", "NONE", "COMMAND", "SELECT 1"}) {
      assertThat(redis.ask(command.split(" "))).as(command).isEqualTo(STRANGER);
    }
    assertThat(redis.ask("HELLO", "3")).startsWith("-NOAUTH HELLO must be called");
    assertThat(redis.ask("AUTH", "secret")).startsWith("-WRONGPASS ");
    assertThat(redis.ask("AUTH", KeyedApi.BOOTSTRAP + "x")).startsWith("-WRONGPASS ");
    assertThat(redis.ask("AUTH", "other", KeyedApi.BOOTSTRAP)).startsWith("-WRONGPASS ");
    assertThat(redis.ask("INCR", "a")).isEqualTo(STRANGER);
    redis.send("*11\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    assertThat(redis.reply()).isEqualTo("-ERR Protocol error: unauthenticated multibulk length");
    assertThatThrownBy(redis::reply).isInstanceOf(IOException.class);
  }

  @Test
  void keysArePasswords() throws IOException {
    assertThat(redis.ask("AUTH", KeyedApi.BOOTSTRAP)).isEqualTo("+OK");
    assertThat(redis.ask("INCR", "keyed")).isEqualTo(":1");
    assertThat(redis.ask("RESET")).isEqualTo("+RESET");
    assertThat(redis.ask("INCR", "keyed")).isEqualTo(STRANGER);
    assertThat(redis.ask("AUTH", first.id(), KeyedApi.BOOTSTRAP)).isEqualTo("+OK");
    assertThat(redis.ask("INCR", "keyed")).isEqualTo(":2");
    redis.ask("RESET");
    assertThat(redis.ask("HELLO", "3", "AUTH", "default", KeyedApi.BOOTSTRAP))
        .contains("server, quipu");
    assertThat(redis.ask("INCR", "keyed")).isEqualTo(":3");
  }

  /** The key has to be looked up, and what follows waits for that. */
  @Test
  void whatFollowsAtOnceIsDoneAsWhoeverHasAuthenticated() throws IOException {
    KeyedApi fresh = first.create("{\"scopes\": [\"record:redis\"]}");
    redis.send("AUTH", fresh.key());
    redis.send("INCR", "pipelined");
    redis.send("GET", "pipelined");
    assertThat(redis.reply()).isEqualTo("+OK");
    assertThat(redis.reply()).isEqualTo(":1");
    assertThat(redis.reply()).startsWith("-NOPERM ");
  }

  @Test
  void keysOpenWhatTheyOpenOverHttp() throws IOException {
    try (AuditLines audit = new AuditLines()) {
      KeyedApi bound =
          first.create(
              "{\"scopes\": [\"record:default\", \"read:default\"], \"prefix\": \"page/\"}");
      redis.ask("AUTH", bound.key());
      assertThat(redis.ask("INCR", "page/1")).startsWith("-NOPERM ");
      redis.ask("SELECT", "1");
      assertThat(redis.ask("QUIPU.ADD", "page/1", "2")).isEqualTo("+OK");
      assertThat(redis.ask("QUIPU.ADD", "other")).startsWith("-NOPERM ");
      assertThat(redis.ask("MGET", "page/1", "page/2")).isEqualTo("[2, nil]");
      assertThat(redis.ask("MGET", "page/1", "other")).startsWith("-NOPERM ");
      assertThat(redis.ask("DEL", "page/1")).startsWith("-NOPERM ");
      // what one may not see cannot be told from what is not there
      redis.ask("SELECT", "6");
      assertThat(redis.ask("GET", "page/1")).startsWith("-NOPERM ");
      assertThat(audit.line("denied", bound.id())).containsEntry("status", "403");

      redis.ask("AUTH", KeyedApi.BOOTSTRAP);
      redis.ask("SELECT", "1");
      assertThat(redis.ask("DEL", "page/1")).isEqualTo(":1");
      assertThat(audit.line("counter reset", "first"))
          .containsEntry("method", "DEL")
          .containsEntry("counter", "page%2F1");
    }
  }

  @Test
  void theCountOfAFieldIsForThoseWhoMayRead() throws IOException {
    first.send("PUT", "/v1/namespaces/redis-hash", "{\"labels\": [\"country\"]}").expect(201);
    KeyedApi writer = first.create("{\"scopes\": [\"record:redis-hash\"]}");
    KeyedApi one = first.create("{\"scopes\": [\"record:redis-hash\"], \"delta\": 1}");
    KeyedApi both = first.create("{\"scopes\": [\"record:redis-hash\", \"read:redis-hash\"]}");
    for (KeyedApi key : new KeyedApi[] {writer, one}) {
      redis.ask("AUTH", key.key());
      redis.ask("SELECT", "7");
      assertThat(redis.ask("HINCRBY", "views", "CH", "1")).startsWith("-NOPERM ");
      assertThat(redis.ask("HGETALL", "views")).startsWith("-NOPERM ");
      redis.send("CLIENT", "REPLY", "SKIP");
      redis.send("HINCRBY", "views", "CH", "1");
    }
    redis.ask("AUTH", both.key());
    assertThat(redis.ask("HGETALL", "views")).as("one may give no labels").isEqualTo("[CH, 1]");
    assertThat(redis.ask("HINCRBY", "views", "CH", "1")).isEqualTo(":2");
  }

  @Test
  void aKeyThatIsBoundToAPrefixScansWhatBeginsWithIt() throws IOException {
    KeyedApi bound = first.create("{\"scopes\": [\"read:default\"], \"prefix\": \"scanned/\"}");
    redis.ask("AUTH", bound.key());
    redis.ask("SELECT", "1");
    for (String pattern : new String[] {"*", "scan*", "*scanned/*", "?canned/*"}) {
      assertThat(redis.ask("SCAN", "0", "MATCH", pattern)).as(pattern).startsWith("-NOPERM ");
    }
    assertThat(redis.ask("SCAN", "0")).startsWith("-NOPERM ");
    assertThat(redis.ask("SCAN", "0", "MATCH", "scanned/*")).isEqualTo("[0, []]");
    redis.ask("SELECT", "6");
    assertThat(redis.ask("SCAN", "0", "MATCH", "scanned/*"))
        .as("what one may not see cannot be told from what is not there")
        .startsWith("-NOPERM ");
  }

  @Test
  void keysMayBeBoundToEventsOfOne_andToARate() throws IOException {
    KeyedApi one = first.create("{\"scopes\": [\"record:redis\"], \"delta\": 1, \"rate\": 5}");
    redis.ask("AUTH", one.key());
    assertThat(redis.ask("INCRBY", "one", "2")).startsWith("-NOPERM ");
    assertThat(redis.ask("DECR", "one")).startsWith("-NOPERM ");
    assertThat(redis.ask("INCR", "one")).startsWith(":");
    for (int i = 0; i < 100; i++) {
      redis.send("INCR", "one");
    }
    int counted = 1;
    int refused = 0;
    for (int i = 0; i < 100; i++) {
      String reply = redis.reply();
      counted += reply.startsWith(":") ? 1 : 0;
      refused += reply.startsWith("-TRYAGAIN A caller gets 5 tokens") ? 1 : 0;
    }
    assertThat(counted + refused).isEqualTo(101);
    assertThat(refused).isPositive();
    Answer count = first.send("GET", "/v1/counters/redis/one", "").expect(200);
    assertThat(count.json().getInteger("count")).isEqualTo(counted);
  }
}
