package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.protocol.ProtocolVersion;
import io.quipu.testing.dev.OtherPrograms;
import io.quipu.testing.dev.Programs;
import io.quipu.testing.dev.TestPatience;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.Transaction;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.params.ScanParams;

/** The clients that people have, as they are. */
@OtherPrograms
@EndToEnd
class RespClientsIT {
  private static final String HOST = "127.0.0.1";

  private static RunningQuipu quipu;
  private static Api api;
  private static InetSocketAddress address;

  @BeforeAll
  static void start(SharedQuipu shared) {
    quipu = shared.open();
    api = quipu.api(0);
    address = quipu.respAddress(0);
  }

  @Test
  void jedisCounts_alsoInPipelines() {
    try (Jedis jedis = new Jedis(HOST, address.getPort())) {
      assertThat(jedis.ping()).isEqualTo("PONG");
      assertThat(jedis.get("jedis")).isNull();
      assertThat(jedis.incr("jedis")).isEqualTo(1);
      assertThat(jedis.incrBy("jedis", 41)).isEqualTo(42);
      assertThat(jedis.decrBy("jedis", 2)).isEqualTo(40);
      assertThat(jedis.mget("jedis", "nothing")).containsExactly("40", null);
      assertThat(jedis.exists("jedis")).isTrue();
      assertThatThrownBy(() -> jedis.pfadd("jedis", "a"))
          .isInstanceOf(JedisDataException.class)
          .hasMessageStartingWith("WRONGTYPE");
      jedis.select(2);
      assertThat(jedis.pfadd("jedis", "a", "b")).isEqualTo(1);
      assertThat(jedis.pfcount("jedis")).isEqualTo(2);
      jedis.select(1);
      Object added =
          jedis.sendCommand(
              () -> "QUIPU.ADD".getBytes(StandardCharsets.US_ASCII), "jedis", "5", "order-1");
      assertThat((byte[]) added).asString().isEqualTo("OK");
      assertThat(jedis.del("jedis")).isEqualTo(1);
      jedis.select(0);
      Pipeline pipeline = jedis.pipelined();
      List<Response<Long>> responses = new ArrayList<>();
      for (int i = 0; i < 5_000; i++) {
        responses.add(pipeline.incr("jedis-pipeline"));
      }
      pipeline.sync();
      assertThat(responses.stream().map(Response::get))
          .containsExactlyElementsOf(LongStream.rangeClosed(1, 5_000).boxed().toList());
    }
  }

  @Test
  void jedisCountsFields() {
    try (Jedis jedis = new Jedis(HOST, address.getPort())) {
      jedis.select(7);
      assertThat(jedis.hincrBy("jedis", "CH", 2)).isEqualTo(2);
      assertThat(jedis.hincrBy("jedis", "DE", 1)).isEqualTo(1);
      assertThat(jedis.hincrBy("jedis", "CH", 3)).isEqualTo(5);
      assertThat(jedis.hget("jedis", "CH")).isEqualTo("5");
      assertThat(jedis.hget("jedis", "AT")).isNull();
      assertThat(jedis.hmget("jedis", "AT", "DE")).containsExactly(null, "1");
      assertThat(jedis.hgetAll("jedis")).isEqualTo(Map.of("CH", "5", "DE", "1"));
      assertThat(jedis.hkeys("jedis")).containsExactlyInAnyOrder("CH", "DE");
      assertThat(jedis.hvals("jedis")).containsExactlyInAnyOrder("5", "1");
      assertThat(jedis.hlen("jedis")).isEqualTo(2);
      assertThat(jedis.hexists("jedis", "CH")).isTrue();
      assertThat(jedis.get("jedis")).isEqualTo("6");
      api.settled("redis-hash", "jedis");
      assertThat(jedis.scan("0", new ScanParams().match("jed*")).getResult())
          .containsExactly("jedis");
      assertThatThrownBy(() -> jedis.hset("jedis", "CH", "1"))
          .isInstanceOf(JedisDataException.class)
          .hasMessageContaining("Use HINCRBY");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RESP2", "RESP3"})
  void lettuceCountsFields(ProtocolVersion protocol) {
    RedisClient client = lettuce(protocol);
    try (StatefulRedisConnection<String, String> connection = client.connect()) {
      var sync = connection.sync();
      String key = "lettuce-" + protocol;
      sync.select(7);
      assertThat(sync.hincrby(key, "CH", 2)).isEqualTo(2);
      assertThat(sync.hincrby(key, "DE", 1)).isEqualTo(1);
      assertThat(sync.hgetall(key)).isEqualTo(Map.of("CH", "2", "DE", "1"));
      assertThat(sync.hmget(key, "AT", "CH").get(1).getValue()).isEqualTo("2");
      assertThat(sync.hexists(key, "AT")).isFalse();
      assertThat(sync.hlen(key)).isEqualTo(2);
      sync.select(0);
      assertThatThrownBy(() -> sync.hgetall(key))
          .isInstanceOf(RedisCommandExecutionException.class)
          .hasMessageStartingWith("WRONGTYPE keys of namespace redis have no fields");
    } finally {
      client.shutdown(Duration.ZERO, TestPatience.LIMIT);
    }
  }

  private static RedisClient lettuce(ProtocolVersion protocol) {
    RedisClient client = RedisClient.create(RedisURI.create(HOST, address.getPort()));
    // what it has sent and was not answered it would send again on the next connection
    client.setOptions(
        ClientOptions.builder().protocolVersion(protocol).autoReconnect(false).build());
    return client;
  }

  @ParameterizedTest
  @EnumSource(names = {"RESP2", "RESP3"})
  void lettuceCounts(ProtocolVersion protocol) {
    RedisClient client = lettuce(protocol);
    try (StatefulRedisConnection<String, String> connection = client.connect()) {
      var sync = connection.sync();
      String key = "lettuce-" + protocol;
      assertThat(sync.incr(key)).isEqualTo(1);
      assertThat(sync.get("nothing")).isNull();
      assertThat(sync.mget(key, "nothing").get(0).getValue()).isEqualTo("1");
      List<RedisFuture<Long>> futures = new ArrayList<>();
      for (int i = 0; i < 5_000; i++) {
        futures.add(connection.async().incr(key));
      }
      assertThat(
              LettuceFutures.awaitAll(TestPatience.LIMIT, futures.toArray(RedisFuture<?>[]::new)))
          .isTrue();
      assertThat(sync.get(key)).isEqualTo("5001");
      assertThatThrownBy(() -> sync.pfcount(key))
          .isInstanceOf(RedisCommandExecutionException.class)
          .hasMessageStartingWith("WRONGTYPE");
      sync.select(2);
      assertThat(sync.pfadd(key, "a")).isEqualTo(1);
      assertThat(sync.pfcount(key)).isEqualTo(1);
    } finally {
      client.shutdown(Duration.ZERO, TestPatience.LIMIT);
    }
  }

  @Test
  void redisCliCounts() {
    assumeInstalled("redis-cli");
    assertThat(redis("redis-cli", "INCRBY cli 7").strip()).isEqualTo("7");
    assertThat(redis("redis-cli", "-3 GET cli").strip()).isEqualTo("7");
    assertThat(redis("redis-cli", "-n 1 INCR cli"))
        .startsWith("ERR namespace default is of kind event");
    assertThat(redis("redis-cli", "-n 7 HINCRBY cli CH 3").strip()).isEqualTo("3");
    assertThat(redis("redis-cli", "-n 7 HGETALL cli").lines()).containsExactly("CH", "3");
    api.settled("redis-hash", "cli");
    assertThat(redis("redis-cli", "-n 7 --scan --pattern cl?").strip()).isEqualTo("cli");
    assertThat(redis("redis-cli", "-r 100 INCR cli-many").lines()).last().isEqualTo("100");
  }

  /** With its defaults: RESP 2 before version 8, a pool, and answers as bytes. */
  @Test
  void redisPyCounts() {
    String python = "/usr/bin/python3";
    assumeTrue(
        Files.isExecutable(Path.of(python))
            && Programs.run(List.of(python, "-c", "import redis")).exitCode() == 0,
        "Debian's python3-redis is not installed");
    String script =
        """
        import redis, sys
        plain = redis.Redis(port=int(sys.argv[1]))
        print(plain.incrby('py', 7), plain.get('py'), plain.mget('py', 'nothing'), plain.ttl('py'))
        pipeline = plain.pipeline(transaction=False)
        for i in range(100):
            pipeline.incr('py-pipeline')
        print(pipeline.execute() == list(range(1, 101)))
        try:
            plain.pipeline().incr('py').execute()
        except redis.RedisError as refused:
            print('transactions' in str(refused))
        views = redis.Redis(port=int(sys.argv[1]), db=7, decode_responses=True)
        print(views.hincrby('py', 'CH', 2), views.hincrby('py', 'DE'), views.hget('py', 'CH'))
        print(views.hgetall('py'), views.hkeys('py'), views.hvals('py'), views.hlen('py'))
        print(views.hmget('py', ['AT', 'DE']), views.hexists('py', 'AT'))
        many = views.pipeline(transaction=False)
        for i in range(20):
            many.hincrby('py-pipeline', 'CH')
        print(many.execute() == list(range(1, 21)))
        try:
            views.hset('py', 'CH', 1)
        except redis.ResponseError as refused:
            print(refused)
        """;
    Programs.Run run =
        Programs.run(List.of(python, "-c", script, Integer.toString(address.getPort())));
    assertThat(run.output().lines())
        .as(run.errors())
        .containsExactly(
            "7 b'7' [b'7', None] -1",
            "True",
            "True",
            "2 1 2",
            "{'CH': '2', 'DE': '1'} ['CH', 'DE'] ['2', '1'] 2",
            "[None, '1'] False",
            "True",
            "fields are counts of events and cannot be set. Use HINCRBY. There is no HSET: nothing was done");
    api.settled("redis-hash", "py");
    api.settled("redis-hash", "py-pipeline");
    String scan =
        """
        import redis, sys
        views = redis.Redis(port=int(sys.argv[1]), db=7, decode_responses=True)
        print(list(views.scan_iter(match='py*')))
        """;
    assertThat(
            Programs.run(List.of(python, "-c", scan, Integer.toString(address.getPort())))
                .output()
                .strip())
        .isEqualTo("['py', 'py-pipeline']");
  }

  @Test
  void jedisIsToldThatNothingOfATransactionIsDone() {
    try (Jedis jedis = new Jedis(HOST, address.getPort())) {
      try (Transaction transaction = jedis.multi()) {
        transaction.incr("jedis-transaction");
        transaction.incr("jedis-transaction");
        assertThatThrownBy(transaction::exec)
            .isInstanceOf(JedisDataException.class)
            .hasMessageContaining("there are no transactions. Nothing of it was done");
      }
      try (Transaction transaction = jedis.multi()) {
        transaction.incr("jedis-transaction");
      }
      assertThat(jedis.exists("jedis-transaction")).isFalse();
      assertThat(jedis.incr("jedis-transaction")).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RESP2", "RESP3"})
  void lettuceIsToldThatNothingOfATransactionIsDone(ProtocolVersion protocol) {
    RedisClient client = lettuce(protocol);
    try (StatefulRedisConnection<String, String> connection = client.connect()) {
      var sync = connection.sync();
      String key = "lettuce-transaction-" + protocol;
      assertThat(sync.multi()).isEqualTo("OK");
      RedisFuture<Long> future = connection.async().incr(key);
      assertThatThrownBy(sync::exec)
          .isInstanceOf(RedisCommandExecutionException.class)
          .hasMessageContaining("there are no transactions");
      assertThat(future.toCompletableFuture()).isCompletedExceptionally();
      assertThat(sync.get(key)).isNull();
      assertThat(sync.incr(key)).isEqualTo(1);
    } finally {
      client.shutdown(Duration.ZERO, TestPatience.LIMIT);
    }
  }

  @Test
  void redisCliIsToldThatNothingOfATransactionIsDone() {
    assumeInstalled("redis-cli");
    String sent = "MULTI\nINCR cli-transaction\nEXEC\nGET cli-transaction\nINCR cli-transaction\n";
    assertThat(redisGiven(sent, "redis-cli", "--no-raw").lines().filter(line -> !line.isEmpty()))
        .satisfiesExactly(
            multi -> assertThat(multi).isEqualTo("OK"),
            inside -> assertThat(inside).startsWith("(error) ERR there are no transactions"),
            exec -> assertThat(exec).startsWith("(error) EXECABORT "),
            get -> assertThat(get).isEqualTo("(nil)"),
            incr -> assertThat(incr).isEqualTo("(integer) 1"));
  }

  /** It counts what it sends, and so does the service. */
  @Test
  void redisBenchmarkCounts() {
    assumeInstalled("redis-benchmark");
    // A multiple of the pipeline: redis-benchmark rounds up to whole pipelines.
    int requests = 4_800;
    String options = "-P 16 -c 20 -n " + requests;
    assertThat(redis("redis-benchmark", "-t incr --csv " + options)).contains("\"INCR\"");
    assertThat(api.count("redis", "counter:__rand_int__").count()).isEqualTo(requests);
    redis("redis-benchmark", "--dbnum 1 " + options + " QUIPU.ADD benched");
    assertThat(api.count("default", "benched").count()).isEqualTo(requests);
  }

  private static void assumeInstalled(String program) {
    assumeTrue(Programs.isInstalled(program), program + " is not installed");
  }

  private static String redis(String program, String arguments) {
    return redisGiven("", program, arguments);
  }

  private static String redisGiven(String input, String program, String arguments) {
    List<String> command =
        new ArrayList<>(List.of(program, "-p", Integer.toString(address.getPort())));
    command.addAll(List.of(arguments.split(" ")));
    return Programs.run(new ProcessBuilder(command), input).output();
  }
}
