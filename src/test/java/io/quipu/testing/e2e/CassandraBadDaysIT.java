package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.CassandraProcess;
import io.quipu.testing.dev.Thorough;
import io.quipu.testing.e2e.LoadClient.Sent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What an instance does while the only node of its store is out of order, and when it is back. */
@Thorough
@EndToEnd
class CassandraBadDaysIT {
  private static final String COUNTER = "survivor";
  private static final int CLIENTS = 4;
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(3);

  /** What a busy machine may add to a timeout. */
  private static final Duration GRACE = Duration.ofSeconds(30);

  private static CassandraProcess cassandra;

  private final Ledger ledger = new Ledger(COUNTER);
  private final LongAdder refusals = new LongAdder();

  /** What happens to the node, and how that ends. */
  private record BadDay(String name, Consumer<Api> begins, Runnable ends) {
    String keyspace() {
      return name.replace(' ', '_');
    }
  }

  @BeforeAll
  static void share(CassandraProcess node) {
    cassandra = node;
  }

  static List<BadDay> days() {
    return List.of(
        new BadDay("killed", api -> cassandra.kill(), cassandra::restart),
        new BadDay(
            "disk full",
            api -> {
              cassandra.fillDisk();
              fillCommitLog(api);
            },
            cassandra::restart),
        new BadDay("overloaded", api -> cassandra.pause(), cassandra::resume));
  }

  @ParameterizedTest
  @MethodSource("days")
  void refusesQuickly_andRecoversByItself_withEveryAcknowledgedEvent(BadDay day) {
    Map<String, String> variables =
        Map.of("QUIPU_REQUEST_TIMEOUT", "3s", "QUIPU_CHECKPOINT_PERIOD", "200ms");
    try (RunningQuipu quipu =
        RunningQuipu.start(1, cassandra.address(), day.keyspace(), variables)) {
      Api api = quipu.api(0);
      List<LoadClient> writing =
          Stream.generate(() -> new LoadClient(api, "default", refusals)).limit(CLIENTS).toList();
      try (Clients clients = Clients.start(CLIENTS, i -> over -> write(writing.get(i), over))) {
        await().until(() -> ledger.acknowledged() > 200);
        day.begins.accept(api);
        assertIsOut(api);
        long atRestart = ledger.acknowledged();
        day.ends.run();
        assertIsBack(api, atRestart);
        clients.end();
      }
      assertNothingIsLost(day, api, writing);
    }
  }

  /**
   * The full disk is only noticed where the commit log needs its next file; the node then closes
   * its connections. A refusal alone does not tell: on a busy machine it may be a timeout.
   */
  private static void fillCommitLog(Api api) {
    String body =
        IntStream.range(0, 2_000)
            .mapToObj(i -> "{\"id\":\"" + i + "x".repeat(240) + "\"}")
            .collect(Collectors.joining(",", "[", "]"));
    await("the disk to be full")
        .until(
            () -> {
              api.post(Api.path("default", "filler") + "/events", "application/json", body);
              return api.get("/readyz").text().contains("nodes up: 0");
            });
  }

  private void write(LoadClient client, BooleanSupplier over) {
    while (!over.getAsBoolean()) {
      if (!client.tryOnce(new Sent(ledger, 1))) {
        await().pollDelay(Duration.ofMillis(20)).until(() -> true);
      }
    }
  }

  private void assertIsOut(Api api) {
    long before = refusals.sum() + ledger.unknown();
    await("readiness to fail")
        .untilAsserted(
            () -> {
              Answer answer = api.get("/readyz");
              assertThat(answer.status()).isEqualTo(503);
              assertThat(answer.problem()).isEqualTo("not-ready");
            });
    assertThat(api.get("/livez").status()).isEqualTo(200);
    await("writes to be answered, though not with 201")
        .until(() -> refusals.sum() + ledger.unknown() > before + 2 * CLIENTS);
    Answer read = api.get(Api.path("default", COUNTER));
    assertThat(read.status()).as(read.text()).isEqualTo(503);
    assertThat(read.headers().firstValue("retry-after")).isPresent();
    assertThat(read.text()).doesNotContain("Exception", "127.0.0.1", "datastax");
  }

  private void assertIsBack(Api api, long atRestart) {
    await("readiness").until(() -> api.get("/readyz").status() == 200);
    await("writes").until(() -> ledger.acknowledged() > atRestart + 200);
  }

  private void assertNothingIsLost(BadDay day, Api api, List<LoadClient> clients) {
    CountRead read = api.count("default", COUNTER);
    CountRead settled = api.settled("default", COUNTER);
    Duration slowest =
        clients.stream().map(LoadClient::slowest).max(Duration::compareTo).orElseThrow();
    System.out.printf(
        "cassandra %s: %d acknowledged, %d in doubt, %d refused, %d counted, slowest answer"
            + " %d ms%n",
        day.name,
        ledger.acknowledged(),
        ledger.unknown(),
        refusals.sum(),
        settled.count(),
        slowest.toMillis());
    ledger.assertHolds(settled.count());
    assertThat(settled.count()).isEqualTo(read.count());
    assertThat(api.windowSum("default", COUNTER, "minute")).isEqualTo(settled.count());
    assertThat(slowest).isLessThan(REQUEST_TIMEOUT.plus(GRACE));
  }
}
