package io.quipu.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.dev.TestCassandra;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Lists, over HTTP, of two instances that know of each other only by the store. */
@EndToEnd
class ListsIT {
  private static RunningQuipu quipu;
  private static Api api;
  private static Api other;

  @BeforeAll
  static void start(TestCassandra cassandra) {
    quipu = RunningQuipu.start(2, cassandra, Map.of("QUIPU_CHECKPOINT_PERIOD", "100ms"));
    api = quipu.api(0);
    other = quipu.api(1);
  }

  @AfterAll
  static void stop() {
    quipu.close();
  }

  @Test
  void namespacesAreListedEverywhereAsSoonAsTheyExist_pageByPage() {
    List<String> names = IntStream.range(10, 35).mapToObj(i -> "listed-" + i).toList();
    for (int i = 0; i < names.size(); i++) {
      String kind = i % 5 == 0 ? "unique" : i % 5 == 1 ? "linear" : "event";
      api.createNamespace(names.get(i), "{\"kind\": \"" + kind + "\"}");
      assertThat(namespaces(other, "")).contains(names.get(i));
    }
    List<String> all = namespaces(other, "");
    assertThat(all).contains("default").isSorted().containsAll(names);
    List<String> paged = new ArrayList<>();
    String after = "";
    do {
      JsonObject page =
          other.get("/v1/namespaces?limit=7" + (after.isEmpty() ? "" : "&after=" + after)).json();
      assertThat(page.getJsonArray("namespaces")).hasSizeLessThanOrEqualTo(7);
      page.getJsonArray("namespaces")
          .forEach(one -> paged.add(((JsonObject) one).getString("namespace")));
      after = page.getString("next");
    } while (after != null);
    assertThat(paged).isEqualTo(all);
    assertThat(
            other.get("/v1/namespaces?after=listed-19&limit=1").json().getJsonArray("namespaces"))
        .containsExactly(JsonObject.of("namespace", "listed-20", "kind", "unique"));
  }

  private static List<String> namespaces(Api api, String after) {
    return api
        .get("/v1/namespaces?limit=1000" + (after.isEmpty() ? "" : "&after=" + after))
        .expect(200)
        .json()
        .getJsonArray("namespaces")
        .stream()
        .map(one -> ((JsonObject) one).getString("namespace"))
        .toList();
  }
}
