package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Counts of public namespaces as JSON, for everybody and for pages of every origin. */
@EndToEnd
class PublicReadsIT {
  private static final String EVIL = "https://evil.example";

  private static KeyedApi first;
  private static KeyedApi nobody;

  @BeforeAll
  static void start(SharedQuipu shared) {
    RunningQuipu quipu = shared.keyed();
    first = new KeyedApi(quipu.api(0), KeyedApi.BOOTSTRAP);
    nobody = new KeyedApi(quipu.api(0), "");
    first.send("PUT", "/v1/namespaces/reads-shown", "{\"public\": \"read\"}").expect(201);
    first.send("PUT", "/v1/namespaces/reads-hidden", "{}").expect(201);
    for (String namespace : List.of("reads-shown", "reads-hidden")) {
      first.send("POST", "/v1/counters/" + namespace + "/a/events", "{\"delta\": 7}").expect(201);
    }
  }

  @Test
  void everybodyReadsCounts_onePageOrMany() {
    for (HttpRequest.Builder request :
        List.of(nobody.request("GET", "/v1/counters/reads-shown/a", ""), page("GET", "/a", ""))) {
      assertThat(Api.send(request).expect(200).json().getLong("count")).isEqualTo(7);
    }
    String counters =
        new JsonObject()
            .put("counters", List.of(Map.of("namespace", "reads-shown", "counter", "a")))
            .encode();
    Answer many =
        Api.send(nobody.request("POST", "/v1/counts", counters).header("Origin", EVIL)).expect(200);
    assertThat(many.json().getJsonArray("counts").getJsonObject(0).getLong("count")).isEqualTo(7);
    assertThat(many.headers().firstValue("access-control-allow-origin")).hasValue("*");
    Answer windows =
        Api.send(page("GET", "/a/windows?granularity=day&from=-2d&to=now", "")).expect(200);
    assertThat(windows.json().getJsonArray("windows")).isNotEmpty();
    await()
        .until(
            () ->
                Api.send(page("GET", "/top", "")).expect(200).json().getJsonArray("counters").size()
                    == 1);
  }

  private static HttpRequest.Builder page(String method, String path, String body) {
    return nobody.request(method, "/v1/counters/reads-shown" + path, body).header("Origin", EVIL);
  }

  @Test
  void aKeyOnAForeignPage_mustNameItsOrigin_alsoForPublicCounts() {
    KeyedApi reader =
        first.create(new JsonObject().put("scopes", List.of("read:reads-shown")).encode());
    Api.send(reader.request("GET", "/v1/counters/reads-shown/a", "").header("Origin", EVIL))
        .expect(403);
    reader.send("GET", "/v1/counters/reads-hidden/a", "").expect(403);
    reader.send("GET", "/v1/counters/reads-shown/a", "").expect(200);
  }

  @Test
  void livesOnWhileItIsPublic() {
    first.send("PUT", "/v1/namespaces/reads-changing", "{\"public\": \"read\"}").expect(201);
    String counter = "/v1/counters/reads-changing/a";
    await().until(() -> nobody.send("GET", counter, "").status() == 200);
    try (FollowedStream own = FollowedStream.of(nobody.request("GET", counter + "/live", ""));
        FollowedStream foreign =
            FollowedStream.of(
                nobody.request("GET", counter + "/live", "").header("Origin", EVIL))) {
      await().until(() -> own.counts().contains(0L) && foreign.counts().contains(0L));
      first.send("POST", counter + "/events", "{\"delta\": 42}").expect(201);
      await().until(() -> own.counts().contains(42L) && foreign.counts().contains(42L));
      first.send("PUT", "/v1/namespaces/reads-changing", "{\"public\": \"off\"}").expect(200);
      await().until(() -> own.hasEnded() && foreign.hasEnded());
    }
    await().until(() -> nobody.send("GET", counter, "").status() == 401);
  }
}
