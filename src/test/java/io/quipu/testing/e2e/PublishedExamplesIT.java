package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.AtOnce;
import io.quipu.testing.dev.TestCassandra;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The examples that were published with the ideas that the service is built on, named after them.
 * Others are {@link PublishedCrdtsIT} and {@link LinearIT}.
 */
@AtOnce
@EndToEnd
class PublishedExamplesIT {
  private static final Map<String, Integer> VOTES =
      Map.of("back in black", 5, "black album", 2, "black star", 1);
  private static final int ORDERS = 20_000;
  private static final int USERS = 5;
  private static final int TIMES = 6;
  private static final String ORDERS_OF_THE_DAY = "1/2019-03-29";

  @Test
  void consistentVoteCounting_beforeAnyCheckpoint(TestCassandra cassandra) {
    try (RunningQuipu quipu =
        RunningQuipu.start(2, cassandra, Map.of("QUIPU_CHECKPOINT_PERIOD", "10m"))) {
      Api api = quipu.api(0);
      vote(api);
      VOTES.forEach(
          (album, votes) ->
              assertThat(api.count("votes", album))
                  .as(album)
                  .isEqualTo(new CountRead(votes, votes, 0, 0)));
      assertWindowsSum(api);
      assertThat(api.count("votes", "let it be").events()).isZero();
      countsOnceInTheTail(quipu);
    }
  }

  /** Each read deduplicates what no checkpoint has. */
  private static void countsOnceInTheTail(RunningQuipu quipu) {
    for (int i = 0; i < 2; i++) {
      quipu.api(i).record("votes", "tail", "[{\"id\": \"a\", \"delta\": 3}, {}]").expect(201);
      quipu.api(i).record("votes", "tail", "{\"id\": \"a\", \"delta\": 3}").expect(201);
    }
    for (int i = 0; i < 2; i++) {
      assertThat(quipu.api(i).count("votes", "tail")).isEqualTo(new CountRead(5, 3, 0, 0));
      assertThat(quipu.api(i).windowSum("votes", "tail", "hour")).isEqualTo(5);
    }
  }

  @Test
  void consistentVoteCounting_afterTheirCheckpoint(SharedQuipu shared) {
    RunningQuipu quipu = shared.open();
    Api api = quipu.api(0);
    vote(api);
    VOTES.forEach(
        (album, votes) -> {
          assertThat(api.count("votes", album).count()).as(album).isEqualTo(votes.longValue());
          assertThat(api.settled("votes", album))
              .as(album)
              .isEqualTo(new CountRead(votes, votes, votes, votes));
        });
    assertWindowsSum(api);
    assertThat(api.get("/v1/counters/votes").expect(200).json().getJsonArray("counters"))
        .hasSize(VOTES.size());
  }

  private static void vote(Api api) {
    api.createNamespace("votes");
    VOTES.forEach(
        (album, votes) -> {
          for (int i = 0; i < votes; i++) {
            assertThat(api.recordOne("votes", album).expect(201).json().getMap())
                .containsEntry("status", "recorded")
                .containsEntry("events", 1);
          }
        });
  }

  private static void assertWindowsSum(Api api) {
    VOTES.forEach(
        (album, votes) -> {
          for (String granularity : Set.of("minute", "hour", "day")) {
            assertThat(api.windowSum("votes", album, granularity))
                .as(album + " by " + granularity)
                .isEqualTo(votes.longValue());
          }
        });
  }

  /** One client, which waits for each answer: every read must be exactly what it sent. */
  @Test
  void countingWithoutCounters_whileCheckpointsAdvance(SharedQuipu shared) {
    RunningQuipu quipu = shared.open();
    Api api = quipu.api(0);
    api.createNamespace("published-orders");
    Set<Long> settled = new HashSet<>();
    int recorded = 0;
    for (int request = 0; recorded < ORDERS; request++) {
      recorded += order(api, request, ORDERS - recorded);
      CountRead read = api.count("published-orders", ORDERS_OF_THE_DAY);
      assertThat(read.count()).as("after request " + request).isEqualTo(recorded);
      assertThat(read.events()).isEqualTo(recorded);
      settled.add(read.settledCount());
      if (request % 10 == 0) {
        int soFar = recorded;
        await()
            .until(
                () -> api.count("published-orders", ORDERS_OF_THE_DAY),
                later -> {
                  assertThat(later.count()).isEqualTo(soFar);
                  return later.isSettled();
                });
      }
    }
    assertThat(api.settled("published-orders", ORDERS_OF_THE_DAY))
        .isEqualTo(new CountRead(ORDERS, ORDERS, ORDERS, ORDERS));
    assertThat(api.windowSum("published-orders", ORDERS_OF_THE_DAY, "minute")).isEqualTo(ORDERS);
    System.out.printf("orders: settled stood at %d values while counting%n", settled.size());
    assertThat(settled).as("checkpoints seen").hasSizeGreaterThan(5);
  }

  /** Sends single events, arrays and NDJSON in turn; answers how many events it sent. */
  private static int order(Api api, int request, int most) {
    int events = Math.min(most, request % 3 == 0 ? 1 : 317);
    switch (request % 3) {
      case 0 -> api.recordOne("published-orders", ORDERS_OF_THE_DAY).expect(201);
      case 1 ->
          api.record("published-orders", ORDERS_OF_THE_DAY, repeated("{}", events, ",", "[", "]"))
              .expect(201);
      default -> {
        String line =
            "{\"namespace\": \"published-orders\", \"counter\": \"" + ORDERS_OF_THE_DAY + "\"}";
        api.post("/v1/events", "application/x-ndjson", repeated(line, events, "\n", "", "\n"))
            .expect(201);
      }
    }
    return events;
  }

  /**
   * Who accepts an invitation counts once. The original reads back who wrote first, and two at once
   * may both be told that they did.
   */
  @Test
  void aUniqueCounter_tellsOneOfThoseWhoAcceptAtOnceThatItCounted(SharedQuipu shared)
      throws Exception {
    RunningQuipu quipu = shared.open();
    quipu.api(0).createNamespace("acceptances", "{\"kind\": \"unique\"}");
    for (int user = 0; user < USERS; user++) {
      String event = "{\"id\": \"user-" + user + "\"}";
      List<Callable<String>> times = new ArrayList<>();
      for (int i = 0; i < TIMES; i++) {
        Api api = quipu.api(i % 2);
        times.add(() -> api.outcome("acceptances", "meeting", event));
      }
      assertThat(Clients.atOnce(times))
          .as(event)
          .containsOnlyOnce("counted")
          .containsOnly("counted", "duplicate");
    }
    for (int instance = 0; instance < 2; instance++) {
      assertThat(quipu.api(instance).settled("acceptances", "meeting"))
          .isEqualTo(new CountRead(USERS, USERS, USERS, USERS));
    }
  }

  private static String repeated(
      String part, int times, String separator, String before, String after) {
    return IntStream.range(0, times)
        .mapToObj(i -> part)
        .collect(Collectors.joining(separator, before, after));
  }
}
