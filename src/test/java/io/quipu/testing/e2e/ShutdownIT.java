package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.e2e.LoadClient.Sent;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How an instance in a process of its own ends, and what remains of what it acknowledged. */
@EndToEnd
class ShutdownIT {
  private static final Map<String, String> SHORT_LEASE =
      Map.of("QUIPU_LEASE", "2s", "QUIPU_HEARTBEAT", "200ms", "QUIPU_CHECKPOINT_PERIOD", "200ms");
  private static final String COUNTER = "handed over";
  private static final int CLIENTS = 4;

  private final Ledger ledger = new Ledger(COUNTER);

  @Test
  void stopsInOrder_whenTerminatedWithEventsInFlight(TestCassandra cassandra) throws Exception {
    String keyspace = cassandra.freshKeyspace();
    try (RunningQuipu other =
            RunningQuipu.start(1, cassandra.contactPoint(), keyspace, SHORT_LEASE);
        SeparateQuipu quipu = SeparateQuipu.start(environment(cassandra, keyspace))) {
      Api api = quipu.awaitReady();
      try (LiveCounts live = LiveCounts.subscribed(api, "default", COUNTER)) {
        long taken = endUnderLoad(api, quipu::terminate, quipu);

        assertThat(quipu.exitCode()).as(quipu.output()).isZero();
        assertThat(live.closeCode()).isEqualTo(1001);
        assertCounted(other.api(0), "terminated after " + taken + " ms");
        assertThat(quipu.output()).doesNotContain("Exception");
      }
    }
  }

  @Test
  void leavesEveryAcknowledgedEvent_whenKilled(TestCassandra cassandra) throws Exception {
    String keyspace = cassandra.freshKeyspace();
    try (RunningQuipu other =
            RunningQuipu.start(1, cassandra.contactPoint(), keyspace, SHORT_LEASE);
        SeparateQuipu quipu = SeparateQuipu.start(environment(cassandra, keyspace))) {
      endUnderLoad(quipu.awaitReady(), quipu::kill, quipu);

      // settled only when the horizon goes on, past the writer that is declared dead
      assertCounted(other.api(0), "killed");
      other.api(0).recordOne("default", "afterwards").expect(201);
      assertThat(other.api(0).settled("default", "afterwards").count()).isEqualTo(1);
    }
  }

  /** What else is refused is the matter of {@code ConfigTest}. */
  @Test
  void refusesABadVariable_inOneLineThatNamesIt() {
    try (SeparateQuipu quipu = SeparateQuipu.start(Map.of("QUIPU_ROLES", "http+queen"))) {
      assertThat(quipu.exitCode()).isEqualTo(2);
      assertThat(quipu.output().lines()).hasSize(1);
      assertThat(quipu.output()).contains("QUIPU_ROLES", "http+queen", "allowed");
    }
  }

  @Test
  void saysWhoCannotBeReached_whenThereIsNoCassandra() {
    Map<String, String> environment = new HashMap<>();
    environment.put("QUIPU_HTTP_HOST", "127.0.0.1");
    environment.put("QUIPU_CASSANDRA_CONTACT_POINTS", "127.0.0.1:1");
    environment.put("QUIPU_CASSANDRA_CONNECT_TIMEOUT", "1s");
    try (SeparateQuipu quipu = SeparateQuipu.start(environment)) {
      assertThat(quipu.exitCode()).isEqualTo(1);
      assertThat(quipu.output()).contains("127.0.0.1:1").doesNotContain("\tat ");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "QUIPU_HTTP_PORT, 65536, 2, QUIPU_HTTP_PORT=65536",
    "QUIPU_CASSANDRA_CONNECT_TIMEOUT, 1s, 1, 127.0.0.1:1"
  })
  void saysWhyItCannotStart_inTheFormOfTheLog(String variable, String value, int code, String why) {
    Map<String, String> environment = new HashMap<>();
    environment.put("QUIPU_LOG_FORMAT", "json");
    environment.put("QUIPU_HTTP_HOST", "127.0.0.1");
    environment.put("QUIPU_CASSANDRA_CONTACT_POINTS", "127.0.0.1:1");
    environment.put(variable, value);
    try (SeparateQuipu quipu = SeparateQuipu.start(environment)) {
      assertThat(quipu.exitCode()).isEqualTo(code);
      List<JsonObject> lines = quipu.output().lines().map(JsonObject::new).toList();
      JsonObject last = lines.get(lines.size() - 1);
      assertThat(last.getString("level")).isEqualTo("ERROR");
      assertThat(last.getString("message")).contains(why);
    }
  }

  private static Map<String, String> environment(TestCassandra cassandra, String keyspace) {
    Map<String, String> environment = RunningQuipu.environment(cassandra.contactPoint(), keyspace);
    environment.putAll(SHORT_LEASE);
    return environment;
  }

  /** Ends the process while clients write; answers how many milliseconds it took to end. */
  private long endUnderLoad(Api api, Runnable end, SeparateQuipu quipu) throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<Future<?>> writing = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        LoadClient client = new LoadClient(api, "default", new LongAdder());
        writing.add(threads.submit(() -> write(client, over)));
      }
      await().until(() -> ledger.acknowledged() > 1_000);
      long start = System.nanoTime();
      end.run();
      quipu.exitCode();
      long taken = Duration.ofNanos(System.nanoTime() - start).toMillis();
      over.set(true);
      for (Future<?> each : writing) {
        each.get();
      }
      return taken;
    } finally {
      over.set(true);
      threads.shutdown();
    }
  }

  private void write(LoadClient client, AtomicBoolean over) {
    List<Sent> several = Stream.generate(() -> new Sent(ledger, 1)).limit(20).toList();
    while (!over.get()) {
      boolean served = client.tryOnce(new Sent(ledger, 1)) && client.tryOnce(several);
      if (!served) {
        await().pollDelay(Duration.ofMillis(20)).until(() -> true);
      }
    }
  }

  private void assertCounted(Api other, String how) {
    CountRead read = other.count("default", COUNTER);
    CountRead settled = other.settled("default", COUNTER);
    System.out.printf(
        "instance %s: %d acknowledged, %d in doubt, %d counted%n",
        how, ledger.acknowledged(), ledger.unknown(), settled.count());
    assertThat(settled.count())
        .isBetween(ledger.acknowledged(), ledger.acknowledged() + ledger.unknown())
        .isEqualTo(read.count());
    assertThat(other.windowSum("default", COUNTER, "hour")).isEqualTo(settled.count());
  }
}
