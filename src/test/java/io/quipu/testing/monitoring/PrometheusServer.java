package io.quipu.testing.monitoring;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quipu.testing.dev.FreePort;
import io.quipu.testing.dev.TestPatience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A Prometheus of a test's own: on loopback, on a free port, its data in the test's folder. */
final class PrometheusServer implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final Process process;
  private final URI base;

  private PrometheusServer(Process process, URI base) {
    this.process = process;
    this.base = base;
  }

  /**
   * Starts it; it scrapes the instance every second from then on, as a job called quipu, and goes
   * by the alerts.
   */
  static PrometheusServer scraping(URI instance, Path folder) throws IOException {
    Path config = folder.resolve("prometheus.yaml");
    Files.writeString(
        config,
        """
        global: {scrape_interval: 1s, evaluation_interval: 1s}
        rule_files: ['%s']
        scrape_configs:
          - job_name: quipu
            static_configs: [{targets: ['%s']}]
        """
            .formatted(AlertRules.FILE.toAbsolutePath(), instance.getAuthority()));
    int port = FreePort.on("127.0.0.1");
    Path log = folder.resolve("prometheus.log");
    Process process =
        new ProcessBuilder(
                "prometheus",
                "--config.file=" + config,
                "--storage.tsdb.path=" + folder.resolve("data"),
                "--web.listen-address=127.0.0.1:" + port)
            .redirectErrorStream(true)
            .redirectOutput(Redirect.to(log.toFile()))
            .start();
    return new PrometheusServer(process, URI.create("http://127.0.0.1:" + port));
  }

  /** Waits until it has scraped the instance several times. */
  void awaitScrapes() {
    await("scrapes")
        .failFast(() -> !process.isAlive())
        .ignoreExceptions()
        .until(() -> query("count_over_time(up[1m])").at("/0/value/1").asInt() > 4);
  }

  /**
   * The series of an answer.
   *
   * @throws AssertionError with what Prometheus says if it does not take the expression
   */
  JsonNode query(String expression) {
    JsonNode answer =
        get("/api/v1/query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8));
    if (!answer.path("status").asText().equals("success")) {
      throw new AssertionError(expression + ": " + answer);
    }
    return answer.at("/data/result");
  }

  /** The alerts, each with its health and state. */
  JsonNode rules() {
    return get("/api/v1/rules").at("/data/groups/0/rules");
  }

  private JsonNode get(String path) {
    try {
      HttpResponse<String> answer =
          HTTP.send(
              HttpRequest.newBuilder(base.resolve(path)).timeout(TestPatience.LIMIT).build(),
              BodyHandlers.ofString());
      return JSON.readTree(answer.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(TestPatience.LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
