package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.TestCassandra;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Reads of counters with more unsettled ids than the process has room for, in a heap that is
 * smaller than that of the container.
 */
@EndToEnd
class LongTailsIT {
  private static final String NAMESPACE = "orders";
  private static final int BATCHES = 4;
  private static final int IDS = 10_000;

  @Test
  void areAnsweredWhenEnoughIsSettled_whoeverAsksMeanwhile(TestCassandra cassandra)
      throws Exception {
    Map<String, String> variables =
        RunningQuipu.environment(cassandra.contactPoint(), cassandra.freshKeyspace());
    ExecutorService clients = Executors.newFixedThreadPool(8);
    try (SeparateQuipu quipu = SeparateQuipu.start(variables)) {
      Api api = quipu.awaitReady();
      api.createNamespace(NAMESPACE);
      api.record(NAMESPACE, "short", "[{\"id\": \"a\"}, {}]").expect(201);
      for (int batch = 0; batch < BATCHES; batch++) {
        api.record(NAMESPACE, "long", events(batch * IDS)).expect(201);
      }
      List<Callable<Long>> questions = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        questions.add(() -> api.count(NAMESPACE, "long").count());
        questions.add(() -> api.windowSum(NAMESPACE, "long", "hour"));
        questions.add(() -> counts(api));
      }
      Future<Long> other = clients.submit(() -> api.count(NAMESPACE, "short").count());
      for (Future<Long> answer : clients.invokeAll(questions)) {
        assertThat(answer.get()).isEqualTo(BATCHES * IDS);
      }
      assertThat(other.get()).isEqualTo(2);
    } finally {
      clients.shutdown();
    }
  }

  private static long counts(Api api) {
    String question =
        "{\"counters\": [{\"namespace\": \"%s\", \"counter\": \"long\"}]}".formatted(NAMESPACE);
    JsonObject answer = api.post("/v1/counts", "application/json", question).expect(200).json();
    return answer.getJsonArray("counts").getJsonObject(0).getLong("count");
  }

  private static String events(int first) {
    return IntStream.range(first, first + IDS)
        .mapToObj("{\"id\": \"order-%d\"}"::formatted)
        .collect(Collectors.joining(",", "[", "]"));
  }
}
