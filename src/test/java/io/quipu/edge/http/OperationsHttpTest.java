package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.service.verticles.Readiness;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperationsHttpTest extends HttpTest {
  @Test
  void isAliveAndReady() {
    assertThat(get("/livez").body()).isEqualTo("{\"status\":\"live\"}");
    assertThat(get("/readyz").body())
        .isEqualTo("{\"status\":\"ready\",\"checks\":{\"cassandra\":true,\"lease\":true}}");
  }

  @Test
  void saysWhatIsMissing_whenNotReady() {
    service.readiness =
        new Readiness(
            List.of(
                new Readiness.Check("store", false, "Cassandra is short of a quorum."),
                new Readiness.Check("lease", true, "The lease is not valid."),
                new Readiness.Check("running", false, "The service is stopping.")));
    HttpResponse<String> response = get("/readyz");

    expectProblem(response, 503, "not-ready");
    assertThat(json(response).getString("detail"))
        .isEqualTo("Cassandra is short of a quorum. The service is stopping.");
    assertThat(get("/livez").statusCode()).isEqualTo(200);
  }

  @Test
  void showsTheMetrics() {
    HttpResponse<String> response = send(to("/metrics").header("Accept", "text/plain"));
    assertThat(response.body()).isEqualTo("quipu_test 1\n");
    assertThat(header(response, "Content-Type")).startsWith("text/plain; version=0.0.4");
  }

  @Test
  void measuresRequestsByTheTemplateOfTheirPath() {
    get("/livez");
    get("/v1/counters/default/one");
    get("/v1/counters/default/two");
    get("/nowhere/" + "x".repeat(20));
    send(to("/livez").method("DELETE", BodyPublishers.noBody()));

    assertThat(requests("GET", "/livez", 200)).isEqualTo(1);
    assertThat(requests("GET", "/v1/counters/{namespace}/{counter}", 200)).isEqualTo(2);
    assertThat(requests("none", "none", 404)).isEqualTo(1);
    assertThat(requests("none", "none", 405)).isEqualTo(1);
  }

  @Test
  void servesAssetsOfTheClassPathOnly_underAStrictPolicy() {
    HttpResponse<String> response = get("/assets/probe/probe.js?v=1");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEqualTo("export const probe = 1;\n");
    assertThat(header(response, "Content-Type")).isEqualTo("text/javascript; charset=utf-8");
    assertThat(header(response, "X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(header(response, "Content-Security-Policy"))
        .contains("default-src 'self'", "connect-src 'self'", "form-action 'self'");
    assertThat(header(response, "Cache-Control")).isEqualTo("no-cache");
    HttpResponse<String> again =
        send(to("/assets/probe/probe.js").header("If-None-Match", header(response, "ETag")));
    assertThat(again.statusCode()).isEqualTo(304);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "swagger-ui/swagger-ui.css",
        "swagger-ui/swagger-ui-bundle.js",
        "swagger-ui/favicon-32x32.png",
        "swagger-ui/oauth2-redirect.html",
        "uplot/uPlot.iife.min.js",
        "uplot/uPlot.min.css"
      })
  void servesFilesOfOthers_whateverTheirVersion(String file) {
    HttpResponse<String> response = get("/assets/" + file);
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).contains(file.startsWith("uplot/") ? "uplot" : "");
    assertThat(response.body()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/assets/",
        "/assets/uplot/",
        "/assets/uplot/../README.md",
        "/assets/uplot/uPlot.d.ts",
        "/assets/probe",
        "/assets/probe/",
        "/assets/probe//probe.js",
        "/assets/probe/probe.class",
        "/assets/%70robe/probe.js",
        "/assets/swagger-ui/",
        "/assets/swagger-ui/index.html",
        "/assets/swagger-ui/index.css",
        "/assets/swagger-ui/swagger-initializer.js",
        "/assets/swagger-ui/../swagger-ui.css",
        "/assets/swagger-ui/..%2fswagger-ui.css",
        "/assets/./probe/probe.js",
        "/assets/probe/probe.js/",
        "/assets/probe\\probe.js"
      })
  void servesNothingElse(String path) {
    assertThat(RawHttp.exchange(service.base(), RawHttp.get(path)).status()).isEqualTo(404);
  }

  private long requests(String method, String path, int status) {
    return service
        .registry
        .get("quipu.http.requests")
        .tag("method", method)
        .tag("path", path)
        .tag("status", Integer.toString(status))
        .timer()
        .count();
  }
}
