package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.AtOnce;
import io.quipu.testing.dev.TestCassandra;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Guarantee G3 where senders race, checkpoints advance and instances come and go. */
@AtOnce
@EndToEnd
class RedeliveryIT {
  private static final Map<String, String> QUICK =
      Map.of("QUIPU_CHECKPOINT_PERIOD", "100ms", "QUIPU_HEARTBEAT", "200ms");
  private static final String NAMESPACE = "orders";
  private static final int IDS = 400;
  private static final int SENDERS = 6;
  private static final int CHUNK = 40;

  /** Every sender sends every id once, in an order of its own, while the others do. */
  @Test
  void ofSendersThatRace_exactlyOneIsToldCounted(SharedQuipu shared) throws Exception {
    RunningQuipu quipu = shared.open();
    quipu.api(0).createNamespace(NAMESPACE);
    Map<Integer, List<String>> outcomes = race(quipu);
    assertThat(outcomes).hasSize(IDS);
    outcomes.forEach(
        (id, told) -> {
          assertThat(told).as("id " + id).hasSize(SENDERS).containsOnlyOnce("counted");
          assertThat(Collections.frequency(told, "duplicate")).isEqualTo(SENDERS - 1);
        });
    assertSettled(quipu.api(0));
    assertSettled(quipu.api(1));
  }

  private static Map<Integer, List<String>> race(RunningQuipu quipu) throws Exception {
    List<Callable<Map<Integer, String>>> senders = new ArrayList<>();
    for (int i = 0; i < SENDERS; i++) {
      Api api = quipu.api(i % 2);
      Random random = new Random(i);
      senders.add(() -> sendAll(api, random));
    }
    Map<Integer, List<String>> outcomes = new HashMap<>();
    for (Map<Integer, String> one : Clients.atOnce(senders)) {
      one.forEach((id, told) -> outcomes.computeIfAbsent(id, n -> new ArrayList<>()).add(told));
    }
    return outcomes;
  }

  private static Map<Integer, String> sendAll(Api api, Random random) {
    List<Integer> ids = new ArrayList<>(IntStream.range(0, IDS).boxed().toList());
    Collections.shuffle(ids, random);
    Map<Integer, String> told = new HashMap<>();
    for (int from = 0; from < IDS; from += CHUNK) {
      List<Integer> chunk = ids.subList(from, from + CHUNK);
      List<String> outcomes = api.outcomes(NAMESPACE, "raced", events(chunk));
      for (int i = 0; i < CHUNK; i++) {
        told.put(chunk.get(i), outcomes.get(i));
      }
    }
    return told;
  }

  @Test
  void countsOnce_whenItIsSentAgainAfterACheckpointAndARestart(TestCassandra cassandra) {
    String keyspace = cassandra.freshKeyspace();
    List<Integer> ids = IntStream.range(0, IDS).boxed().toList();
    try (RunningQuipu quipu = RunningQuipu.start(2, cassandra.contactPoint(), keyspace, QUICK)) {
      quipu.api(0).createNamespace(NAMESPACE);
      quipu.api(0).record(NAMESPACE, "raced", events(ids)).expect(201);
      assertSettled(quipu.api(1));
      assertThat(quipu.api(1).outcomes(NAMESPACE, "raced", events(ids))).containsOnly("duplicate");
      quipu.stop(0);
      quipu.stop(1);
    }
    try (RunningQuipu quipu = RunningQuipu.start(1, cassandra.contactPoint(), keyspace, QUICK)) {
      quipu.api(0).record(NAMESPACE, "raced", events(ids)).expect(201);
      assertThat(quipu.api(0).count(NAMESPACE, "raced").events()).isEqualTo(IDS);
      assertThat(quipu.api(0).outcomes(NAMESPACE, "raced", events(ids))).containsOnly("duplicate");
      assertSettled(quipu.api(0));
    }
  }

  /** Each id has a delta of its own: the sum tells which of them are in it, and how often. */
  private static String events(List<Integer> ids) {
    return Api.array(ids, id -> "{\"id\": \"order-%d\", \"delta\": %d}".formatted(id, delta(id)));
  }

  private static long delta(int id) {
    return 1_000_000L + (long) id * id;
  }

  private static void assertSettled(Api api) {
    long sum = IntStream.range(0, IDS).mapToLong(RedeliveryIT::delta).sum();
    assertThat(api.settled(NAMESPACE, "raced")).isEqualTo(new CountRead(sum, IDS, sum, IDS));
    assertThat(api.windowSum(NAMESPACE, "raced", "minute")).isEqualTo(sum);
  }
}
