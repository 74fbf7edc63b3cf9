package io.quipu.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quipu.testing.dev.FreePort;
import io.quipu.testing.dev.OtherPrograms;
import io.quipu.testing.dev.RedisProcess;
import io.quipu.testing.dev.StallingProxy;
import io.quipu.testing.dev.TestAuthority;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.TestPatience;
import io.quipu.testing.e2e.EndToEnd;
import io.quipu.testing.e2e.RunningQuipu;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Counters of a real Redis, imported: each once, whatever happens on the way. */
@OtherPrograms
@EndToEnd
class RedisImportIT {
  private static final int MANY = 6_000;

  /** Of the answers about so many counters: a fraction of them. */
  private static final long SOME_BYTES = 60_000;

  @TempDir private static Path folder;
  private static RunningQuipu quipu;
  private static RedisProcess redis;

  private ImportTarget target;

  @BeforeAll
  static void start(TestCassandra cassandra) throws IOException {
    assumeTrue(RedisProcess.isInstalled(), "redis-server is not installed");
    redis = RedisProcess.start(Files.createDirectory(folder.resolve("redis")));
    quipu =
        RunningQuipu.start(
            1, cassandra, Map.of("QUIPU_CHECKPOINT_PERIOD", "100ms", "QUIPU_RESP_PORT", "0"));
  }

  @AfterAll
  static void stop() {
    if (quipu != null) {
      quipu.close();
      redis.close();
    }
  }

  @BeforeEach
  void startWithNothing() {
    try (Jedis client = redis.client()) {
      client.flushAll();
    }
    target = new ImportTarget(quipu.uri(0));
  }

  @Test
  void countsWhatIncrTakes_andSaysWhatItSkips() {
    try (Jedis client = redis.client()) {
      client.set("page:/index.html", "41");
      client.set("negative", "-7");
      client.set("most", "1000000000000000");
      client.set("zero", "0");
      client.set("leading", "007");
      client.set("beyond", "9223372036854775808");
      client.set("text", "hello");
      client.set("huge", "1".repeat(100_000));
      client.hset("hits/100%", Map.of("/a", "5", "b", "6", "c", "x"));
      client.rpush("list", "1");
      client.zadd("sorted", 1, "a");
      client.select(3);
      client.incrBy("elsewhere", 3);
    }
    CommandRun run = imported("--run=first");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).isEqualTo("5 events recorded\n");
    assertThat(run.err().lines().toList())
        .hasSize(2)
        .anyMatch(line -> line.startsWith("Skipped: 2 keys of other types, such as "))
        .anyMatch(line -> line.startsWith("Skipped: 5 values that are no integers of 64 bits, "));
    assertThat(target.counts("page:/index.html", "negative", "most", "zero", "text"))
        .containsExactly(41L, -7L, 1_000_000_000_000_000L, 0L, 0L);
    assertThat(target.counts("hits%2F100%25//a", "hits%2F100%25/b", "elsewhere"))
        .containsExactly(5L, 6L, 0L);
    assertThat(imported("--check").out())
        .isEqualTo("6 counters have the same count, 0 another one\n");

    CommandRun third = target.from(address(redis.port()) + "/3", "--run=first");
    assertThat(third.out()).isEqualTo("1 events recorded\n");
    assertThat(target.counts("elsewhere")).containsExactly(3L);
  }

  @Test
  void aCounterThatCannotBeImportedIsAFailure_andIsNamed() {
    try (Jedis client = redis.client()) {
      client.set("good", "1");
      client.set("n".repeat(513), "2");
      client.set(new byte[] {'b', 'a', 'd', (byte) 0xFF}, "3".getBytes(StandardCharsets.UTF_8));
      client.set("nanos", "9223372036854775807");
      client.set("taken/field", "4");
      client.hset("taken", "field", "5");
    }
    CommandRun run = imported("--run=first", "--json");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out())
        .contains("\"recorded\":2", "\"notUtf8\":1", "\"nameTooLong\":1")
        .contains("\"tooLarge\":1", "\"nameTaken\":1");
    assertThat(run.err())
        .contains("nanos", "--dry-run", "bad\uFFFD", "taken/field")
        .doesNotContain("Exception");
    assertThat(target.counts("good", "nanos", "taken/field")).containsExactly(1L, 0L, 4L);
  }

  /** The way for values that take several events. */
  @Test
  void whatADryRunPrintsCanBeImported() throws IOException {
    try (Jedis client = redis.client()) {
      client.set("nanos", "9007199254740993");
      client.hset("h", "f\n\"", "-5");
    }
    CommandRun printed = imported("--dry-run");
    assertThat(printed.exitCode()).isZero();
    assertThat(target.counts("nanos")).containsExactly(0L);
    Path file = Files.writeString(folder.resolve("printed.ndjson"), printed.out());
    for (int i = 0; i < 2; i++) {
      assertThat(target.from(file.toString()).exitCode()).isZero();
    }
    assertThat(target.counts("nanos", "h/f\n\"")).containsExactly(9_007_199_254_740_993L, -5L);
    assertThat(imported("--check").exitCode()).isZero();
  }

  @Test
  void onlyKeysThatMatch() {
    try (Jedis client = redis.client()) {
      client.set("page:a", "1");
      client.set("other:a", "2");
    }
    assertThat(imported("--run=first", "--match=page:*").out()).isEqualTo("1 events recorded\n");
    assertThat(target.counts("page:a", "other:a")).containsExactly(1L, 0L);
  }

  @Test
  void aRunCountsACounterOnce_withTheValueItHadFirst() {
    fill(10);
    assertThat(imported("--run=first").exitCode()).isZero();
    try (Jedis client = redis.client()) {
      client.incrBy("many:3", 100);
      client.set("new", "5");
    }
    assertThat(imported("--run=first").exitCode()).isZero();
    assertThat(target.counts("many:3", "many:9", "new")).containsExactly(4L, 10L, 5L);
    CommandRun check = imported("--check");
    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.out()).isEqualTo("10 counters have the same count, 1 another one\n");
    assertThat(check.err()).isEqualTo("many:3: 104 there, 4 here\n");

    assertThat(imported("--run=second").exitCode()).isZero();
    assertThat(target.counts("many:3", "many:9", "new")).containsExactly(108L, 20L, 10L);
  }

  @Test
  void aNamespaceOfKindLinearRefusesASecondValue() {
    fill(2);
    ImportTarget linear = new ImportTarget(quipu.uri(0), "{\"kind\": \"linear\"}");
    for (int i = 0; i < 2; i++) {
      CommandRun run = linear.from(address(), "--run=first");
      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(run.err().lines()).hasSize(1);
      assertThat(run.err()).contains("remembers the last 50000 ids of each counter");
    }
    try (Jedis client = redis.client()) {
      client.incr("many:1");
    }
    CommandRun changed = linear.from(address(), "--run=first");
    assertThat(changed.exitCode()).isEqualTo(1);
    assertThat(changed.err()).contains("many:1: ", "counted before, with delta 2 and not 3");
    assertThat(linear.count("many:1")).isEqualTo(2);
  }

  /** The namespace of Redis clients is of this kind, and they look for fields by those names. */
  @Test
  void aFieldInKindLinearIsReadByRedisClientsAsOne() {
    try (Jedis client = redis.client()) {
      client.hset("user/1", Map.of("visits", "5", "", "6"));
      client.hset("odd\u001Fkey", "field", "7");
    }
    for (String option : List.of("--run=first", "--check")) {
      CommandRun run = CommandRun.of(quipu.uri(0), "import", "-n", "redis", address(), option);
      assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
      assertThat(run.err()).contains("Skipped: 1 fields whose name is also that of a key");
      assertThat(run.out()).contains("2 ");
    }
    try (Jedis client = new Jedis("127.0.0.1", quipu.respAddress(0).getPort())) {
      assertThat(client.hgetAll("user/1")).containsOnly(entry("visits", "5"), entry("", "6"));
      assertThat(client.hincrBy("user/1", "visits", 1)).isEqualTo(6);
    }
  }

  /** As if each key came twice. */
  @Test
  void whatIsReadTwiceCountsOnce() throws Exception {
    fill(MANY);
    CompletableFuture<CommandRun> other =
        CompletableFuture.supplyAsync(() -> imported("--run=first"));
    CommandRun run = imported("--run=first");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(TestPatience.join(other).exitCode()).isZero();
    assertAllAreThere();
  }

  @Test
  void anImportThatIsKilledIsRepeated() throws Exception {
    fill(MANY);
    try (StallingProxy proxy = new StallingProxy(redis.port(), SOME_BYTES)) {
      target.isKilledOn(address(proxy.port()), () -> proxy.hasStalled() && recorded() > 0);
    }
    assertThat(recorded()).isBetween(1L, MANY - 1L);
    CommandRun run = imported("--run=first");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertAllAreThere();
  }

  @Test
  void aSourceThatGoesAwayIsSaid_andTheRunGoesOnLater() throws Exception {
    fill(MANY);
    StallingProxy proxy = new StallingProxy(redis.port(), SOME_BYTES);
    CompletableFuture<CommandRun> importing =
        CompletableFuture.supplyAsync(() -> target.from(address(proxy.port()), "--run=first"));
    Awaitility.await().until(proxy::hasStalled);
    redis.kill();
    proxy.close();
    CommandRun broken = TestPatience.join(importing);
    assertThat(broken.exitCode()).isEqualTo(1);
    assertThat(broken.err().lines()).hasSize(1);
    assertThat(broken.err()).contains("run it again with --run=first").doesNotContain("Exception");
    assertThat(imported("--run=first").err()).contains("redis://127.0.0.1:" + redis.port());

    redis.start();
    assertThat(recorded()).isLessThan(MANY);
    assertThat(imported("--run=first").exitCode()).isZero();
    assertAllAreThere();
  }

  @Test
  void aSourceThatSaysNothingIsNotWaitedForForEver() throws Exception {
    fill(MANY);
    try (StallingProxy proxy = new StallingProxy(redis.port(), SOME_BYTES)) {
      CommandRun run = target.from(address(proxy.port()), "--run=first", "--timeout=3");
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err()).contains("did not answer within 3 s", "--run=first");
    }
  }

  /** The question for a field with the name of a key goes to a node without that key. */
  @Test
  void eachNodeOfAClusterIsASource_ofOneRun() throws IOException {
    try (RedisProcess first = clusterNode("first");
        RedisProcess second = clusterNode("second");
        Jedis atFirst = first.client();
        Jedis atSecond = second.client()) {
      atFirst.clusterAddSlotsRange(0, 8_191);
      atSecond.clusterAddSlotsRange(8_192, 16_383);
      atFirst.clusterMeet("127.0.0.1", second.port());
      Awaitility.await()
          .until(
              () ->
                  atFirst.clusterInfo().contains("cluster_state:ok")
                      && atSecond.clusterInfo().contains("cluster_state:ok"));
      for (int i = 0; i < 100; i++) {
        String key = "key" + i;
        Jedis node = JedisClusterCRC16.getSlot(key) < 8_192 ? atFirst : atSecond;
        node.hset(key, Map.of("a", "1", "b", "2"));
      }
      for (RedisProcess node : List.of(first, second, first)) {
        CommandRun run = target.from(address(node.port()), "--run=first");
        assertThat(run.exitCode()).as(run.err()).isZero();
      }
    }
    assertThat(target.counts("key0/a", "key1/b", "key99/b")).containsExactly(1L, 2L, 2L);
    target.hasOnly(200);
  }

  private static RedisProcess clusterNode(String name) throws IOException {
    return RedisProcess.start(
        Files.createDirectory(folder.resolve("cluster-" + name)), "--cluster-enabled", "yes");
  }

  @Test
  void aPasswordComesFromAFile_andAWrongOneIsSaid() throws IOException {
    Path right = Files.writeString(folder.resolve("right"), "a secret\n");
    Path wrong = Files.writeString(folder.resolve("wrong"), "another\n");
    try (RedisProcess locked =
        RedisProcess.start(
            Files.createDirectory(folder.resolve("locked")), "--requirepass", "a secret")) {
      try (Jedis client = locked.client()) {
        client.auth("a secret");
        client.set("a", "1");
        client.aclSetUser("reader", "on", ">a secret", "~*", "+@read", "+ping", "+select");
      }
      String address = address(locked.port());
      CommandRun none = target.from(address, "--run=first");
      assertThat(none.exitCode()).isEqualTo(1);
      assertThat(none.err().lines()).hasSize(1);
      assertThat(none.err()).contains("asks for a password", "--password-file");
      CommandRun bad = target.from(address, "--run=first", "--password-file=" + wrong);
      assertThat(bad.exitCode()).isEqualTo(1);
      assertThat(bad.err()).contains("WRONGPASS").doesNotContain("another", "Exception");
      CommandRun good = target.from(address, "--run=first", "--password-file=" + right);
      assertThat(good.exitCode()).as(good.err()).isZero();
      assertThat(target.counts("a")).containsExactly(1L);
      CommandRun named =
          target.from(
              "redis://reader@127.0.0.1:" + locked.port(), "--check", "--password-file=" + right);
      assertThat(named.exitCode()).as(named.err()).isZero();
    }
  }

  @Test
  void tlsIsThatOfAnAuthorityThatIsTrusted() throws IOException {
    Path own = Files.createDirectory(folder.resolve("tls"));
    TestAuthority authority = new TestAuthority(own);
    TestAuthority.Leaf leaf = authority.sign("ip:127.0.0.1");
    Path chain = Files.writeString(own.resolve("chain.pem"), leaf.chain());
    Path key = Files.writeString(own.resolve("key.pem"), leaf.key());
    int port = FreePort.on("127.0.0.1");
    try (RedisProcess encrypted =
        RedisProcess.start(
            Files.createDirectory(own.resolve("data")),
            "--tls-port",
            Integer.toString(port),
            "--tls-cert-file",
            chain.toString(),
            "--tls-key-file",
            key.toString(),
            "--tls-auth-clients",
            "no")) {
      try (Jedis client = encrypted.client()) {
        client.set("a", "1");
      }
      String address = "rediss://127.0.0.1:" + port;
      CommandRun trusted = target.from(address, "--run=first", "--source-ca-file=" + chain);
      assertThat(trusted.exitCode()).as(trusted.err()).isZero();
      assertThat(target.counts("a")).containsExactly(1L);
      CommandRun stranger = target.from(address, "--run=second");
      assertThat(stranger.exitCode()).isEqualTo(1);
      assertThat(stranger.err()).contains("cannot be reached");
      String otherName = "rediss://localhost:" + port;
      assertThat(target.from(otherName, "--run=second", "--source-ca-file=" + chain).exitCode())
          .isEqualTo(1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"deduplicate": "off"}                   | 1 | remembers no ids.*unique
          {"kind": "linear", "deduplicate": "off"} | 1 | remembers no ids.*unique
          {"deduplicate": "30s"}                   | 1 | remembers ids for 30 s
          {}                                       | 0 | remembers ids for 24h
          """)
  void aNamespaceMustRememberIds(String settings, int exitCode, String said) {
    fill(3);
    CommandRun run = new ImportTarget(quipu.uri(0), settings).from(address(), "--run=first");
    assertThat(run.exitCode()).isEqualTo(exitCode);
    assertThat(run.err()).containsPattern(said);
  }

  private static String address() {
    return address(redis.port());
  }

  private static String address(int port) {
    return "redis://127.0.0.1:" + port;
  }

  /** The counter many:i is i + 1: strings, but for the last third, which are fields of hashes. */
  private static void fill(int counters) {
    try (Jedis client = redis.client();
        Pipeline pipeline = client.pipelined()) {
      for (int i = 0; i < counters; i++) {
        String value = Integer.toString(i + 1);
        if (isField(i, counters)) {
          pipeline.hset("hash:" + i / 100, Integer.toString(i), value);
        } else {
          pipeline.set("many:" + i, value);
        }
      }
      pipeline.sync();
    }
  }

  private static boolean isField(int i, int counters) {
    return counters == MANY && i >= MANY * 2 / 3;
  }

  private void assertAllAreThere() {
    target.hasCountsOf(address(), MANY);
    target.hasOnly(MANY);
  }

  private long recorded() {
    return target.recorded(address());
  }

  private CommandRun imported(String... options) {
    return target.from(address(), options);
  }
}
