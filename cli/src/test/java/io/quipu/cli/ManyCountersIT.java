package io.quipu.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quipu.testing.dev.RedisProcess;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import io.quipu.testing.e2e.EndToEnd;
import io.quipu.testing.e2e.RunningQuipu;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;

/**
 * More counters than fit into the heap of who moves them, 64 MiB. {@code -Dimport.counters=1000000}
 * for the figure in docs/command-line.md.
 */
@EndToEnd
@Thorough
class ManyCountersIT {
  private static final int COUNTERS = Integer.getInteger("import.counters", 200_000);
  private static final Duration LONG = Duration.ofMinutes(30);

  @TempDir private static Path folder;
  private static RunningQuipu quipu;

  @BeforeAll
  static void start(TestCassandra cassandra) {
    quipu = RunningQuipu.start(1, cassandra, Map.of());
  }

  @AfterAll
  static void stop() {
    quipu.close();
  }

  @Test
  void fromAFile_andIntoOne() throws Exception {
    ImportTarget target = new ImportTarget(quipu.uri(0));
    Path lines = folder.resolve("lines.ndjson");
    try (BufferedWriter out = Files.newBufferedWriter(lines)) {
      for (int i = 0; i < COUNTERS; i++) {
        out.write("{\"counter\":\"" + name(i) + "\",\"count\":" + (i + 1) + "}\n");
      }
    }
    measure("import of a file", "import", "-n", target.namespace(), lines.toString());
    target.hasCountsOf(lines.toString(), COUNTERS);

    Path exported = folder.resolve("exported.ndjson");
    Awaitility.await("all are settled")
        .atMost(LONG)
        .pollInterval(Duration.ofSeconds(5))
        .until(
            () -> {
              measure(
                  "export", "export", "-n", target.namespace(), "--counts", "-o", "" + exported);
              try (Stream<String> all = Files.lines(exported)) {
                return all.count();
              }
            },
            is((long) COUNTERS));
    target.hasCountsOf(exported.toString(), COUNTERS);
  }

  @Test
  void fromRedis() throws Exception {
    assumeTrue(RedisProcess.isInstalled(), "redis-server is not installed");
    ImportTarget target = new ImportTarget(quipu.uri(0));
    try (RedisProcess redis = RedisProcess.start(Files.createDirectory(folder.resolve("redis")))) {
      try (Jedis client = redis.client()) {
        for (int i = 0; i < COUNTERS; i += 10_000) {
          try (Pipeline pipeline = client.pipelined()) {
            for (int j = i; j < Math.min(COUNTERS, i + 10_000); j++) {
              pipeline.set(name(j), Integer.toString(j + 1));
            }
          }
        }
      }
      String address = "redis://127.0.0.1:" + redis.port();
      measure("import from Redis", "import", "-n", target.namespace(), address, "--run=move");
      target.hasCountsOf(address, COUNTERS);
    }
  }

  private static String name(int number) {
    return String.format(Locale.ROOT, "page/%09d", number);
  }

  private static void measure(String what, String... arguments)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    SmallCommand command = SmallCommand.run(quipu.uri(0), LONG, arguments);
    assertThat(command.exitCode()).as(command.printed()).isZero();
    System.out.printf(
        Locale.ROOT,
        "%s: %,d counters, %.1f s, at most %d MiB resident: %s",
        what,
        COUNTERS,
        (System.nanoTime() - begin) / 1e9,
        command.residentMib(),
        command.printed());
  }
}
