package io.quipu.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.TestPatience;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The row that all others are for: events that are sent while answers are lost, connections are cut
 * and instances are killed.
 */
final class Restarts {
  /** So many requests for the events between two kills, and more for those that fail. */
  private static final int REQUESTS = 80;

  private final ClientUnderTest.Start client;
  private final int events;
  private final int kills;
  private final Random random;

  /**
   * @param kills how often an instance is killed, in turn
   */
  Restarts(ClientUnderTest.Start client, int events, int kills, long seed) {
    this.client = client;
    this.events = events;
    this.kills = kills;
    this.random = new Random(seed);
  }

  /** Sends them; each is acknowledged, and counted once. */
  void run(TestCassandra cassandra) throws Exception {
    String keyspace = cassandra.freshKeyspace();
    try (InstanceProcess first = InstanceProcess.start(cassandra, keyspace)) {
      first.awaitReady();
      try (InstanceProcess second = InstanceProcess.start(cassandra, keyspace)) {
        second.awaitReady();
        List<InstanceProcess> instances = List.of(first, second);
        TestedService service =
            TestedService.of(List.of(first.uri(), second.uri()), client, () -> {});
        try (FaultProxy proxy = new FaultProxy(service.addresses())) {
          send(service, proxy, instances);
        }
      }
    }
  }

  private void send(TestedService service, FaultProxy proxy, List<InstanceProcess> instances)
      throws Exception {
    proxy.otherwise(request -> fault());
    int share = events / (kills + 1);
    JsonObject options =
        new JsonObject()
            .put("maxBatchEvents", Math.max(1, share / REQUESTS))
            .put("requestTimeoutMs", 2_000)
            .put("giveUpMs", TestPatience.LIMIT.toMillis());
    try (ClientUnderTest tested =
        client.at(proxy.uri().toString(), TestedService.NAMESPACE, null, options)) {
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
    isExact(service, proxy);
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

  private void isExact(TestedService service, FaultProxy proxy) {
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
        "restarts: %d events, %d sent in %d requests, %d kills: counted %d%n",
        events, sent, proxy.requests().size(), kills, counted);
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
