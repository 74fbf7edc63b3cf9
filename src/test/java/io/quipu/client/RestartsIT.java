package io.quipu.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.AtOnce;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.TestPatience;
import io.quipu.testing.dev.Thorough;
import io.quipu.testing.e2e.EndToEnd;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The rows {@code restarts-500} and {@code restarts-10000}, which all others are for: events that
 * are sent while answers are lost, connections are cut and instances are killed.
 */
@Thorough
@AtOnce
@EndToEnd
class RestartsIT {
  /** So many requests for the events between two kills, and more for those that fail. */
  private static final int REQUESTS = 80;

  private final Random random = new Random(Long.getLong("seed", 1));

  /** The clients that are tested, by the names of their languages. */
  private enum Language {
    JAVA,
    TYPESCRIPT,
    PYTHON;

    ClientUnderTest.Start client() {
      return switch (this) {
        case JAVA -> JavaUnderTest::new;
        case TYPESCRIPT -> ProcessUnderTest.of(TypeScriptClient.built().underTest());
        case PYTHON -> ProcessUnderTest.of(PythonClient.underTest("plain"));
      };
    }
  }

  /**
   * @param kills how often an instance is killed, in turn
   */
  @ParameterizedTest
  @CsvSource({
    "JAVA, 500, 2",
    "JAVA, 10000, 6",
    "TYPESCRIPT, 500, 2",
    "TYPESCRIPT, 10000, 6",
    "PYTHON, 500, 2",
    "PYTHON, 10000, 6"
  })
  void eachEventIsAcknowledgedAndCountedOnce(
      Language language, int events, int kills, TestCassandra cassandra) throws Exception {
    String keyspace = cassandra.freshKeyspace();
    try (InstanceProcess first = InstanceProcess.start(cassandra, keyspace)) {
      first.awaitReady();
      try (InstanceProcess second = InstanceProcess.start(cassandra, keyspace)) {
        second.awaitReady();
        TestedService service =
            TestedService.of(List.of(first.uri(), second.uri()), language.client(), () -> {});
        try (FaultProxy proxy = new FaultProxy(service.addresses())) {
          proxy.otherwise(request -> fault());
          send(service, proxy, List.of(first, second), events, kills);
          isExact(service, proxy, events);
        }
      }
    }
  }

  private static void send(
      TestedService service,
      FaultProxy proxy,
      List<InstanceProcess> instances,
      int events,
      int kills)
      throws Exception {
    int share = events / (kills + 1);
    JsonObject options =
        new JsonObject()
            .put("maxBatchEvents", Math.max(1, share / REQUESTS))
            .put("requestTimeoutMs", 2_000)
            .put("giveUpMs", TestPatience.LIMIT.toMillis());
    try (ClientUnderTest tested =
        service.client().at(proxy.uri().toString(), TestedService.NAMESPACE, null, options)) {
      for (int i = 0; i < kills; i++) {
        CompletableFuture<JsonObject> sent = tested.ask(addMany(share));
        int before = proxy.requests().size();
        await().until(() -> proxy.requests().size() >= before + REQUESTS / 4 || sent.isDone());
        assertThat(sent).as("events are under way when an instance is killed").isNotDone();
        InstanceProcess victim = instances.get(i % instances.size());
        victim.kill();
        victim.start();
        victim.awaitReady();
        areAcknowledged(sent, share);
      }
      int rest = events - kills * share;
      areAcknowledged(tested.ask(addMany(rest)), rest);
    }
  }

  private static JsonObject addMany(int events) {
    return new JsonObject()
        .put("op", "addMany")
        .put("counters", new JsonArray().add("even").add("odd"))
        .put("count", events);
  }

  private static void areAcknowledged(CompletableFuture<JsonObject> sent, int events) {
    JsonObject ends = sent.orTimeout(2 * TestPatience.LIMIT.toSeconds(), TimeUnit.SECONDS).join();
    assertThat(ends.getInteger("acknowledged")).as(ends.encode()).isEqualTo(events);
  }

  private static void isExact(TestedService service, FaultProxy proxy, int events) {
    Set<String> ids = new TreeSet<>();
    int sent = 0;
    for (ProxiedRequest request : proxy.requests()) {
      for (Object event : request.events()) {
        sent++;
        ids.add(((JsonObject) event).getString("id"));
      }
    }
    int counted = 0;
    for (String counter : List.of("even", "odd")) {
      JsonObject read = service.read(counter);
      counted += read.getInteger("count");
      assertThat(read.getInteger("events")).isEqualTo(read.getInteger("count"));
    }
    System.out.printf(
        "restarts: %d events, %d sent in %d requests: counted %d%n",
        events, sent, proxy.requests().size(), counted);
    assertThat(ids).hasSize(events);
    assertThat(sent).as("some were sent again").isGreaterThan(events);
    assertThat(counted).isEqualTo(events);
  }

  private Fault fault() {
    int draw;
    synchronized (random) {
      draw = random.nextInt(100);
    }
    if (draw < 10) {
      return Fault.SWALLOW;
    } else if (draw < 18) {
      return Fault.CUT_REQUEST;
    } else if (draw < 26) {
      return Fault.CUT_ANSWER;
    } else if (draw < 29) {
      return Fault.SILENCE;
    } else if (draw < 33) {
      return Fault.refuse(503, "queue-full", "Retry-After: 1");
    } else if (draw < 36) {
      return Fault.instead(Fault.problem(503, "outcome-unknown"));
    }
    return Fault.delay(Duration.ofMillis(30));
  }
}
