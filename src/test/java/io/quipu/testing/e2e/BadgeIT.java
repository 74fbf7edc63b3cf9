package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts as pictures: who may have them, and where. */
@EndToEnd
class BadgeIT {
  private static final String SHOWN = "/v1/counters/badge-shown/a/badge.svg";
  private static final String HIDDEN = "/v1/counters/badge-hidden/a/badge.svg";

  private static RunningQuipu quipu;
  private static KeyedApi first;
  private static KeyedApi nobody;

  @BeforeAll
  static void start(SharedQuipu shared) {
    quipu = shared.keyed();
    first = new KeyedApi(quipu.api(0), KeyedApi.BOOTSTRAP);
    nobody = new KeyedApi(quipu.api(0), "");
    first.send("PUT", "/v1/namespaces/badge-shown", "{\"public\": \"read\"}").expect(201);
    first.send("PUT", "/v1/namespaces/badge-hidden", "{}").expect(201);
    for (String namespace : List.of("badge-shown", "badge-hidden")) {
      first.send("POST", "/v1/counters/" + namespace + "/a/events", "").expect(201);
    }
  }

  @Test
  void everybodyMayHaveThoseOfAPublicNamespace_onAnyPage() throws Exception {
    Answer badge = nobody.send("GET", SHOWN, "").expect(200);
    assertThat(badge.text()).startsWith("<svg").contains("<title>a: 1</title>");
    assertThat(badge.headers().firstValue("content-type")).hasValue("image/svg+xml");
    assertThat(badge.headers().firstValue("cache-control").orElseThrow()).startsWith("public");
    assertThat(badge.headers().firstValue("cross-origin-resource-policy")).hasValue("cross-origin");
    Answer embedded =
        Api.send(
            nobody
                .request("GET", SHOWN, "")
                .header("Sec-Fetch-Site", "cross-site")
                .header("Sec-Fetch-Mode", "no-cors")
                .header("Sec-Fetch-Dest", "image"));
    embedded.expect(200);

    String tag = badge.headers().firstValue("etag").orElseThrow();
    Api.send(nobody.request("GET", SHOWN, "").header("If-None-Match", tag)).expect(304);
    Api.send(nobody.request("GET", SHOWN + "?label=b", "").header("If-None-Match", tag))
        .expect(200);
  }

  @Test
  void showsOnlyCountsOfAPublicNamespace() {
    for (String path :
        List.of("/v1/counters/badge-shown", "/v1/namespaces/badge-shown", "/v1/namespaces")) {
      nobody.send("GET", path, "").expect(401);
      Api.send(nobody.request("GET", path, "").header("Sec-Fetch-Site", "cross-site")).expect(403);
      Api.send(nobody.request("GET", path, "").header("Origin", "https://evil.example"))
          .expect(403);
    }
    Api.send(
            nobody
                .request("GET", "/v1/counters/badge-shown/a", "")
                .header("Sec-Fetch-Site", "cross-site"))
        .expect(403);
    nobody.send("POST", SHOWN, "").expect(405);
    nobody.send("POST", "/v1/counters/badge-shown/a/events", "").expect(401);
    nobody.send("DELETE", "/v1/counters/badge-shown/a", "").expect(401);
    nobody.send("PUT", "/v1/namespaces/badge-shown", "{}").expect(401);
  }

  @Test
  void thoseOfOthersAreForWhoMayRead_onPagesOfThisSite() {
    Answer refused = nobody.send("GET", HIDDEN, "").expect(401);
    Answer missing = nobody.send("GET", HIDDEN.replace("badge-hidden", "missing"), "").expect(401);
    assertThat(missing.json().getString("detail"))
        .as("what there is cannot be told from what is not")
        .isEqualTo(refused.json().getString("detail"));
    KeyedApi reader =
        first.create(new JsonObject().put("scopes", List.of("read:badge-hidden")).encode());
    Answer badge = reader.send("GET", HIDDEN, "").expect(200);
    assertThat(badge.headers().firstValue("cache-control")).hasValue("private, no-cache");
    assertThat(badge.headers().firstValue("cross-origin-resource-policy")).hasValue("same-origin");
    Api.send(reader.request("GET", HIDDEN, "").header("Sec-Fetch-Site", "cross-site")).expect(403);
    KeyedApi other =
        first.create(new JsonObject().put("scopes", List.of("read:badge-shown")).encode());
    other.send("GET", HIDDEN, "").expect(403);
  }

  @Test
  void aNamespaceMayBePublic_andNotAnyMore() {
    first.send("PUT", "/v1/namespaces/badge-changing", "{}").expect(201);
    String badge = "/v1/counters/badge-changing/a/badge.svg";
    nobody.send("GET", badge, "").expect(401);
    assertThat(
            first
                .send("PUT", "/v1/namespaces/badge-changing", "{\"public\": \"read\"}")
                .expect(200)
                .json()
                .getString("public"))
        .isEqualTo("read");
    await().until(() -> nobody.send("GET", badge, "").status() == 200);
    first.send("PUT", "/v1/namespaces/badge-changing", "{\"public\": \"off\"}").expect(200);
    await().until(() -> nobody.send("GET", badge, "").status() == 401);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"record\"", "\"READ\"", "\"\"", "true", "[\"read\"]"})
  void nothingElseIsASetting(String value) {
    Answer refused =
        first.send("PUT", "/v1/namespaces/badge-shown", "{\"public\": " + value + "}").expect(400);
    assertThat(refused.json().getString("field")).isEqualTo("public");
  }

  @ParameterizedTest
  @ValueSource(strings = {"unique", "latest", "linear"})
  void eachKindMayBePublic(String kind) {
    String settings = "{\"kind\": \"" + kind + "\", \"public\": \"read\"}";
    first.send("PUT", "/v1/namespaces/public-" + kind, settings).expect(201);
    Answer badge =
        nobody.send("GET", "/v1/counters/public-" + kind + "/a/badge.svg", "").expect(200);
    assertThat(badge.text()).contains("<title>a: 0</title>");
  }

  @Test
  void showsTheEstimateOfASketch() {
    String settings = "{\"kind\": \"sketch\", \"state\": \"sum\", \"public\": \"read\"}";
    first.send("PUT", "/v1/namespaces/badge-sketch", settings).expect(201);
    first.send("POST", "/v1/counters/badge-sketch/a/events", "{\"value\": 3.5}").expect(201);
    Answer badge =
        nobody.send("GET", "/v1/counters/badge-sketch/a/badge.svg?label=sum", "").expect(200);
    assertThat(badge.text()).contains("<title>sum: 3.5</title>");
  }

  @Test
  void refusesLabelsThatAreTooLong_andParametersThatItDoesNotHave() {
    Answer refused = nobody.send("GET", SHOWN + "?label=" + "x".repeat(101), "").expect(400);
    assertThat(refused.json().getString("field")).isEqualTo("label");
    nobody.send("GET", SHOWN + "?colour=red", "").expect(400);
    nobody.send("GET", SHOWN.replace("/a/", "/" + "x".repeat(513) + "/"), "").expect(400);
  }
}
