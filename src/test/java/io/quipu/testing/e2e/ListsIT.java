package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists, over HTTP, of two instances that know of each other only by the store. */
@EndToEnd
class ListsIT {
  private static RunningQuipu quipu;
  private static Api api;
  private static Api other;

  @BeforeAll
  static void start(SharedQuipu shared) {
    quipu = shared.open();
    api = quipu.api(0);
    other = quipu.api(1);
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

  @Test
  void countersAreListedByPrefix_whateverIsInTheirNames() {
    api.createNamespace("prefixed");
    List<String> names =
        List.of(
            "a",
            "page",
            "page/",
            "page/ 1",
            "page/%2F",
            "page/\u00e9",
            "page/\uD83C\uDF89",
            "pagf");
    for (String name : names) {
      api.recordOne("prefixed", name).expect(201);
    }
    names.forEach(name -> other.settled("prefixed", name));
    await("all names").untilAsserted(() -> assertThat(listed("prefixed", "")).isEqualTo(names));
    for (String prefix :
        List.of("page", "page/", "page/%2F", "page/\u00e9", "page/\uD83C\uDF89", "b")) {
      List<String> expected = names.stream().filter(name -> name.startsWith(prefix)).toList();
      assertThat(listed("prefixed", prefix)).as(prefix).isEqualTo(expected);
      JsonObject whole = other.get(list("prefixed", prefix)).expect(200).json();
      assertThat(whole.getInteger("total")).isEqualTo(expected.size());
    }
    JsonObject part = other.get(list("prefixed", "page/") + "&after=page/&limit=2").json();
    assertThat(part.getString("next")).isEqualTo("page/%2F");
    assertThat(part.containsKey("total")).isFalse();
    assertThat(part.getJsonArray("counters"))
        .containsExactly(
            JsonObject.of("counter", "page/ 1", "count", 1, "events", 1),
            JsonObject.of("counter", "page/%2F", "count", 1, "events", 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a/b", "/", "100%", "%2F", "🐸🎉", "a b+c", "..", "?#&=", "\"{}\\", "tab\tname"})
  void takesEveryName_byPathAndByBody(String counter) {
    api.recordOne("default", counter).expect(201);
    String inBody = new JsonObject().put("counter", counter).encode();
    other.post("/v1/events", "application/json", "[" + inBody + "]").expect(201);
    assertThat(api.count("default", counter).count()).isEqualTo(2);
    assertThat(api.get(Api.path("default", counter)).json().getString("counter"))
        .isEqualTo(counter);
  }

  /** Longer ones are rows of {@code ErrorTable}. */
  @Test
  void takesNamesOf512Bytes() {
    takesEveryName_byPathAndByBody("é".repeat(256));
  }

  private static String list(String namespace, String prefix) {
    return "/v1/counters/"
        + namespace
        + "?prefix="
        + URLEncoder.encode(prefix, StandardCharsets.UTF_8);
  }

  private static List<String> listed(String namespace, String prefix) {
    return other.get(list(namespace, prefix)).expect(200).json().getJsonArray("counters").stream()
        .map(one -> ((JsonObject) one).getString("counter"))
        .toList();
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
