package io.quipu.edge.resp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.time.HandDrivenTime;
import io.quipu.ops.config.AuthConfig;
import io.quipu.service.access.AccessRules;
import io.quipu.service.auth.KeyOrigins;
import io.quipu.service.rates.MeasuredRates;
import io.quipu.service.rates.RateLimits;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A command costs what it names, as a request does over HTTP. */
class RespPricesTest {
  private final MeasuredRates rates = new MeasuredRates();

  private static AccessRules keys(RateLimits limits) {
    return new AccessRules(AuthConfig.Method.KEYS, new KeyOrigins(), limits);
  }

  /** Nobody has set a rate. */
  @Test
  void whoGuessesPasswordsIsCutOff() throws IOException {
    RateLimits none = new RateLimits(0, 0, 0, new HandDrivenTime());
    try (ServedRedis redis = new ServedRedis(ServedRedis.USUAL.with(keys(none)));
        RespSocket socket = redis.connect()) {
      for (int i = 0; i < 100; i++) {
        String password = i % 2 == 0 ? "short" : "qk_" + "wrong" + i % 4 + "_" + "a".repeat(32);
        socket.send(((i % 3 == 0 ? "HELLO 3 AUTH default " : "AUTH ") + password).split(" "));
      }
      for (int i = 0; i < 10; i++) {
        assertThat(socket.reply()).startsWith("-WRONGPASS ");
      }
      assertThatThrownBy(socket::reply).isInstanceOf(IOException.class);
      assertThat(redis.ended("guessing")).isEqualTo(1);
    }
  }

  @Test
  void anAddressPaysForAWrongPassword_alsoForTheSameOnceMore() throws IOException {
    RateLimits three = new RateLimits(3, 0, 0, new HandDrivenTime());
    try (ServedRedis redis = new ServedRedis(ServedRedis.USUAL.with(keys(three)));
        RespSocket socket = redis.connect()) {
      for (int i = 0; i < 6; i++) {
        assertThat(socket.ask("AUTH", "qk_wrong_" + "a".repeat(32)))
            .startsWith(i < 3 ? "-WRONGPASS " : "-TRYAGAIN A caller gets 3 ");
      }
    }
  }

  @Test
  void anAddressPaysForCommandsWithoutAPassword_alsoForUnknownOnes() throws IOException {
    RateLimits three = new RateLimits(3, 0, 0, new HandDrivenTime());
    List<String> commands = List.of("GET a", "NOTHING", "INCR a", "GET a", "NOTHING", "MGET a b");
    try (ServedRedis redis = new ServedRedis(ServedRedis.USUAL.with(keys(three)));
        RespSocket socket = redis.connect()) {
      for (int i = 0; i < commands.size(); i++) {
        assertThat(socket.ask(commands.get(i).split(" ")))
            .startsWith(i < 3 ? "-NOAUTH " : "-TRYAGAIN A caller gets 3 ");
      }
    }
  }

  @Test
  void keysCostOneEach() throws IOException {
    Random random = new Random(46);
    try (ServedRedis redis =
            new ServedRedis(
                ServedRedis.USUAL.with(
                    new AccessRules(AuthConfig.Method.NONE, new KeyOrigins(), rates.limits())));
        RespSocket socket = redis.connect()) {
      for (int i = 0; i < 20; i++) {
        int many = i == 0 ? 1 : 1 + random.nextInt(1_000);
        for (String name : List.of("MGET", "EXISTS")) {
          String[] command =
              Stream.concat(Stream.of(name), IntStream.range(0, many).mapToObj(key -> "key" + key))
                  .toArray(String[]::new);
          assertThat(socket.ask(command)).doesNotStartWith("-");
          assertThat(rates.paid()).as(name).isEqualTo(many);
          assertThat(rates.paidOf("votes")).as(name).isEqualTo(many);
        }
        int count = 1 + random.nextInt(2_000);
        assertThat(socket.ask("SCAN", "0", "COUNT", "" + count)).startsWith("[0");
        assertThat(rates.paid()).isEqualTo(Math.max(100, Math.min(1_000, count)) / 100);
        assertThat(socket.ask("GET", "a")).isEqualTo("42");
        assertThat(rates.paid()).isEqualTo(1);
        rates.paidOf("votes");
      }
    }
  }
}
