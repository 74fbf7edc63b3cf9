package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.AtOnce;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.e2e.LoadClient.Sent;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How an instance in a process of its own ends, and what remains of what it acknowledged. */
@AtOnce
@EndToEnd
class ShutdownIT {
  static final Map<String, String> SHORT_LEASE =
      Map.of("QUIPU_LEASE", "2s", "QUIPU_HEARTBEAT", "200ms", "QUIPU_CHECKPOINT_PERIOD", "200ms");

  private static final int CLIENTS = 4;
  private static TestCassandra cassandra;
  private static RunningQuipu other;

  @BeforeAll
  static void start(TestCassandra server) {
    cassandra = server;
    other = start(SHORT_LEASE);
  }

  @AfterAll
  static void stop() {
    other.close();
  }

  private static RunningQuipu start(Map<String, String> variables) {
    return RunningQuipu.start(1, cassandra.contactPoint(), cassandra.keyspace(), variables);
  }

  private static Map<String, String> environment() {
    Map<String, String> environment =
        RunningQuipu.environment(cassandra.contactPoint(), cassandra.keyspace());
    environment.putAll(SHORT_LEASE);
    return environment;
  }

  @Test
  void stopsInOrder_whenTerminatedWithEventsInFlight() {
    Ledger ledger = new Ledger("handed over");
    try (SeparateQuipu quipu = SeparateQuipu.start(environment())) {
      Api api = quipu.awaitReady();
      try (LiveCounts live = LiveCounts.subscribed(api, "default", ledger.counter)) {
        long taken = endUnderLoad(ledger, api, quipu::terminate, quipu);
        assertThat(quipu.exitCode()).as(quipu.output()).isZero();
        assertThat(live.closeCode()).isEqualTo(1001);
        assertCounted(ledger, "terminated after " + taken + " ms");
        assertThat(quipu.output()).doesNotContain("Exception");
      }
    }
  }

  @Test
  void leavesEveryAcknowledgedEvent_whenKilled() {
    Ledger ledger = new Ledger("left");
    try (SeparateQuipu quipu = SeparateQuipu.start(environment())) {
      endUnderLoad(ledger, quipu.awaitReady(), quipu::kill, quipu);
      // settled only when the horizon goes on, past the writer that is declared dead
      assertCounted(ledger, "killed");
      other.api(0).recordOne("default", "afterwards").expect(201);
      assertThat(other.api(0).settled("default", "afterwards").count()).isEqualTo(1);
    }
  }

  /** The rest of what is refused is the matter of {@code ConfigTest}. */
  @Test
  void refusesABadVariable_inOneLineThatNamesIt_andLoadsNothingOfTheCommandLine() {
    Map<String, String> misconfigured =
        Map.of("QUIPU_ROLES", "http+queen", "JDK_JAVA_OPTIONS", "-Xlog:class+load");
    try (SeparateQuipu quipu = SeparateQuipu.start(misconfigured)) {
      assertThat(quipu.exitCode()).isEqualTo(2);
      assertThat(quipu.output())
          .contains("io.quipu.Main ")
          .doesNotContain("picocli", "io.quipu.Commands");
      assertThat(quipu.output().lines().filter(line -> !line.matches("NOTE:.*|.*class,load.*")))
          .singleElement()
          .asString()
          .contains("QUIPU_ROLES", "http+queen", "allowed");
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

  @ParameterizedTest
  @ValueSource(strings = {"QUIPU_HTTP_PORT", "QUIPU_MANAGEMENT_PORT", "QUIPU_RESP_PORT"})
  void namesTheVariableOfAPortThatIsTaken(String variable) throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      String why = variable + "=" + port + " cannot be listened on at 127.0.0.1: ";
      Map<String, String> environment = environment();
      environment.put(variable, port);
      if (!variable.equals("QUIPU_HTTP_PORT")) {
        assertThatThrownBy(() -> start(environment).close()).hasMessageContaining(why);
        return;
      }
      try (SeparateQuipu quipu = SeparateQuipu.start(environment)) {
        assertThat(quipu.exitCode()).isEqualTo(1);
        assertThat(quipu.output())
            .contains("Quipu could not start: " + why)
            .doesNotContain("\tat ");
      }
    }
  }

  /** Ends the process while clients write; answers how many milliseconds it took to end. */
  private static long endUnderLoad(Ledger ledger, Api api, Runnable end, SeparateQuipu quipu) {
    try (Clients clients = Clients.start(CLIENTS, i -> over -> write(ledger, api, over))) {
      await().until(() -> ledger.acknowledged() > 1_000);
      long start = System.nanoTime();
      end.run();
      quipu.exitCode();
      long taken = Duration.ofNanos(System.nanoTime() - start).toMillis();
      clients.end();
      return taken;
    }
  }

  private static void write(Ledger ledger, Api api, BooleanSupplier over) {
    LoadClient client = new LoadClient(api, "default", new LongAdder());
    List<Sent> several = Collections.nCopies(20, new Sent(ledger, 1));
    while (!over.getAsBoolean()) {
      boolean served = client.tryOnce(new Sent(ledger, 1)) && client.tryOnce(several);
      if (!served) {
        await().pollDelay(Duration.ofMillis(20)).until(() -> true);
      }
    }
  }

  private static void assertCounted(Ledger ledger, String how) {
    Api api = other.api(0);
    CountRead read = api.count("default", ledger.counter);
    CountRead settled = api.settled("default", ledger.counter);
    System.out.printf(
        "instance %s: %d acknowledged, %d in doubt, %d counted%n",
        how, ledger.acknowledged(), ledger.unknown(), settled.count());
    ledger.assertHolds(settled.count());
    assertThat(settled.count()).isEqualTo(read.count());
    assertThat(api.windowSum("default", ledger.counter, "hour")).isEqualTo(settled.count());
  }
}
