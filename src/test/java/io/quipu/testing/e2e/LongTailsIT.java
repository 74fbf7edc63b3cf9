package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.TestPatience;
import io.quipu.testing.dev.Thorough;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Reads of counters with more unsettled ids than the process has room for, in a heap that is
 * smaller than that of the container.
 */
@Thorough
@EndToEnd
class LongTailsIT {
  private static final String NAMESPACE = "orders";
  private static final int BATCHES = 4;
  private static final int IDS = 10_000;
  private static final int SMALL_BATCHES = Integer.getInteger("tail.batches", 40);
  private static final int SMALL = 1_000;

  @AutoClose("shutdownNow")
  private final ExecutorService writing = Executors.newFixedThreadPool(8);

  @Test
  void areAnsweredWhenEnoughIsSettled_whoeverAsksMeanwhile(TestCassandra cassandra)
      throws Exception {
    Map<String, String> variables =
        RunningQuipu.environment(cassandra.contactPoint(), cassandra.freshKeyspace());
    try (SeparateQuipu quipu = SeparateQuipu.start(variables)) {
      Api api = quipu.awaitReady();
      api.createNamespace(NAMESPACE);
      api.record(NAMESPACE, "short", "[{\"id\": \"a\"}, {}]").expect(201);
      for (int batch = 0; batch < BATCHES; batch++) {
        int first = batch * IDS;
        List<Integer> ids = IntStream.range(first, first + IDS).boxed().toList();
        api.record(NAMESPACE, "long", Api.array(ids, "{\"id\": \"order-%d\"}"::formatted))
            .expect(201);
      }
      List<Callable<Long>> questions = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        questions.add(() -> api.count(NAMESPACE, "long").count());
        questions.add(() -> api.windowSum(NAMESPACE, "long", "hour"));
        questions.add(() -> counts(api));
      }
      CompletableFuture<Long> other =
          CompletableFuture.supplyAsync(() -> api.count(NAMESPACE, "short").count());
      assertThat(Clients.atOnce(questions)).containsOnly((long) BATCHES * IDS);
      assertThat(TestPatience.join(other)).isEqualTo(2);
    }
  }

  /** Writers wait instead, before anything of theirs is written. */
  @Test
  void areNeverRefusedToReaders_whileWritersAreFasterThanSettling(TestCassandra cassandra)
      throws Exception {
    Map<String, String> variables =
        RunningQuipu.environment(cassandra.contactPoint(), cassandra.freshKeyspace());
    try (SeparateQuipu quipu = SeparateQuipu.start(variables)) {
      Api api = quipu.awaitReady();
      api.createNamespace(NAMESPACE);
      AtomicInteger batches = new AtomicInteger();
      CompletableFuture<?>[] writers =
          IntStream.range(0, 8)
              .mapToObj(i -> CompletableFuture.runAsync(() -> recordAll(api, batches), writing))
              .toArray(CompletableFuture<?>[]::new);
      CompletableFuture<Void> all = CompletableFuture.allOf(writers);
      long last = 0;
      while (!all.isDone()) {
        long count = api.count(NAMESPACE, "long").count();
        assertThat(count).isGreaterThanOrEqualTo(last);
        last = count;
      }
      TestPatience.join(all);
      assertThat(api.count(NAMESPACE, "long").count()).isEqualTo((long) SMALL_BATCHES * SMALL);
    }
  }

  /** Sends batches until there are enough; one that is refused is sent again. */
  private static void recordAll(Api api, AtomicInteger batches) {
    for (int next = batches.getAndIncrement();
        next < SMALL_BATCHES;
        next = batches.getAndIncrement()) {
      List<Integer> ids = IntStream.range(next * SMALL, (next + 1) * SMALL).boxed().toList();
      String body = Api.array(ids, "{\"id\": \"item-%d\"}"::formatted);
      while (api.record(NAMESPACE, "long", body).status() != 201) {
        Thread.onSpinWait();
      }
    }
  }

  private static long counts(Api api) {
    String question =
        "{\"counters\": [{\"namespace\": \"%s\", \"counter\": \"long\"}]}".formatted(NAMESPACE);
    JsonObject answer = api.post("/v1/counts", "application/json", question).expect(200).json();
    return answer.getJsonArray("counts").getJsonObject(0).getLong("count");
  }
}
