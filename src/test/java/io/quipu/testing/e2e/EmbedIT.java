package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Counts as pages that others may frame: whose they are, and what else is shown. */
@EndToEnd
class EmbedIT {
  private static final String SHOWN = "/embed/embed-shown/a";
  private static final String HIDDEN = "/embed/embed-hidden/a";

  private static RunningQuipu quipu;
  private static KeyedApi first;
  private static KeyedApi nobody;

  @BeforeAll
  static void start(SharedQuipu shared) {
    quipu = shared.keyed();
    first = new KeyedApi(quipu.api(0), KeyedApi.BOOTSTRAP);
    nobody = new KeyedApi(quipu.api(0), "");
    first.send("PUT", "/v1/namespaces/embed-shown", "{\"public\": \"read\"}").expect(201);
    first.send("PUT", "/v1/namespaces/embed-hidden", "{}").expect(201);
    for (String namespace : List.of("embed-shown", "embed-hidden")) {
      first.send("POST", "/v1/counters/" + namespace + "/a/events", "").expect(201);
    }
  }

  @Test
  void pagesOfOthersMayFrameThoseOfAPublicNamespace() {
    Answer page = framed(nobody, SHOWN).expect(200);
    assertThat(page.headers().firstValue("content-type")).hasValue("text/html; charset=utf-8");
    assertThat(page.headers().firstValue("cache-control").orElseThrow()).startsWith("public");
    assertThat(page.headers().firstValue("cross-origin-resource-policy")).hasValue("cross-origin");
    assertThat(page.headers().firstValue("x-frame-options")).isEmpty();
    assertThat(page.headers().allValues("content-security-policy"))
        .singleElement()
        .asString()
        .contains("default-src 'none'", "connect-src 'self'", "form-action 'none'")
        .doesNotContain("frame-ancestors");
    String tag = page.headers().firstValue("etag").orElseThrow();
    Api.send(nobody.request("GET", SHOWN, "").header("If-None-Match", tag)).expect(304);
  }

  @Test
  void noOtherPageMayBeFramed() {
    for (String path : List.of("/", "/docs", "/problems", "/assets/embed/embed.js")) {
      Answer own = nobody.send("GET", path, "").expect(200);
      assertThat(own.headers().firstValue("content-security-policy").orElseThrow())
          .as(path)
          .contains("frame-ancestors 'none'");
      framed(nobody, path).expect(403);
    }
    framed(first, "/v1/counters/embed-shown/a").expect(403);
  }

  @Test
  void thereIsNothingToFrameOfAnyOther_whoeverAsks() {
    Answer hidden = framed(nobody, HIDDEN).expect(404);
    Answer missing = framed(nobody, "/embed/missing/a").expect(404);
    assertThat(hidden.json().getString("detail"))
        .as("what there is cannot be told from what is not")
        .isEqualTo(missing.json().getString("detail"));
    for (KeyedApi one : List.of(nobody, first)) {
      one.send("GET", HIDDEN, "").expect(404);
      one.send("GET", "/embed/NONE/a", "").expect(404);
      stream(one, HIDDEN + "/live").expect(404);
      stream(one, "/embed/missing/a/live").expect(404);
    }
  }

  @Test
  void followsThatCounterAndTakesNothing() {
    try (FollowedStream events = follow(SHOWN)) {
      await().until(() -> events.counts().contains(1L));
      first.send("POST", "/v1/counters/embed-shown/a/events", "{\"delta\": 41}").expect(201);
      await().until(() -> events.counts().contains(42L));
      assertThat(events.said("\"counter\":\"a\"")).isTrue();
      assertThat(events.said("\"namespace\":\"embed-shown\"")).isTrue();
    }
    nobody.send("POST", SHOWN, "").expect(405);
    nobody.send("POST", SHOWN + "/live", "").expect(405);
    nobody.send("GET", SHOWN + "/live", "").expect(406);
    nobody.send("GET", SHOWN.replace("/a", "/" + "x".repeat(513)), "").expect(400);
    // Pages of others frame it: they do not read it themselves.
    for (List<String> header :
        List.of(
            List.of("Origin", "https://evil.example"), List.of("Sec-Fetch-Site", "cross-site"))) {
      Api.send(
              nobody
                  .request("GET", SHOWN + "/live", "")
                  .header("Accept", "text/event-stream")
                  .header(header.get(0), header.get(1)))
          .expect(403);
    }
    nobody.send("GET", "/v1/counters/embed-shown/a/live", "").expect(406);
    nobody.send("GET", "/v1/counters/embed-hidden/a/live", "").expect(401);
  }

  @Test
  void ends_whenTheNamespaceIsNotPublicAnyMore() {
    first.send("PUT", "/v1/namespaces/embed-changing", "{\"public\": \"read\"}").expect(201);
    await().until(() -> nobody.send("GET", "/embed/embed-changing/a", "").status() == 200);
    try (FollowedStream events = follow("/embed/embed-changing/a")) {
      await().until(() -> events.counts().contains(0L));
      first.send("PUT", "/v1/namespaces/embed-changing", "{\"public\": \"off\"}").expect(200);
      await().until(events::hasEnded);
    }
    nobody.send("GET", "/embed/embed-changing/a", "").expect(404);
    stream(nobody, "/embed/embed-changing/a/live").expect(404);
  }

  /** As a browser asks for the page of a frame on another site. */
  private static Answer framed(KeyedApi api, String path) {
    return Api.send(
        api.request("GET", path, "")
            .header("Sec-Fetch-Site", "cross-site")
            .header("Sec-Fetch-Mode", "navigate")
            .header("Sec-Fetch-Dest", "iframe"));
  }

  /** Of a stream that there is not: one that there is does not end. */
  private static Answer stream(KeyedApi api, String path) {
    return Api.send(api.request("GET", path, "").header("Accept", "text/event-stream"));
  }

  private static FollowedStream follow(String path) {
    return FollowedStream.of(nobody.request("GET", path + "/live", ""));
  }
}
