package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.edge.guard.ConnectionMeters;
import io.quipu.edge.guard.ConnectionSettings;
import io.quipu.edge.guard.Connections;
import io.quipu.edge.guard.Origins;
import io.quipu.edge.guard.PortSettings;
import io.quipu.edge.guard.PublicHosts;
import io.quipu.edge.web.HttpMeters;
import io.quipu.engine.time.Clock;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** Levels of the log, changed over the management port. */
class LogLevelsHttpTest {
  private static final Logger LOGGER = (Logger) LoggerFactory.getLogger(LogLevelsHttpTest.class);
  private static final String PATH = "/loglevels/" + LOGGER.getName();

  private final HttpClient client = HttpClient.newHttpClient();
  private final Vertx vertx = Vertx.vertx();
  private int port;

  @BeforeEach
  void listen() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    ManagementVerticle verticle =
        new ManagementVerticle(
            new HttpSettings(
                new PortSettings("127.0.0.1", 0, Duration.ZERO, Duration.ofSeconds(5), null),
                Duration.ofSeconds(10),
                new Origins(new PublicHosts.Loopback(), Set.of()),
                false),
            List.of(),
            Clock.system(),
            new HttpMeters(registry),
            new Connections(ConnectionSettings.of(64, 64, 1), new ConnectionMeters(registry)));
    vertx.deployVerticle(verticle).await();
    port = verticle.actualPort();
  }

  @AfterEach
  void stop() {
    vertx.close().await();
  }

  @Test
  void changesShowsAndTakesBack() throws Exception {
    HttpResponse<String> changed = put(PATH, "{\"level\": \"debug\", \"for\": \"1h\"}");
    assertThat(changed.statusCode()).isEqualTo(200);
    assertThat(LOGGER.getLevel()).isEqualTo(Level.DEBUG);
    JsonObject shown = level(send(to("/loglevels")));
    assertThat(shown).isEqualTo(level(changed));
    assertThat(shown.getString("logger")).isEqualTo(LOGGER.getName());
    assertThat(shown.getString("level")).isEqualTo("DEBUG");
    assertThat(shown.getInstant("until")).isAfter(java.time.Instant.now());

    HttpResponse<String> restored = send(to(PATH).DELETE());
    assertThat(restored.body()).isEqualTo("{\"levels\":[]}");
    assertThat(LOGGER.getLevel()).isNull();
  }

  @Test
  void endsWithTheService() throws Exception {
    put(PATH, "{\"level\": \"WARN\"}");
    assertThat(LOGGER.getLevel()).isEqualTo(Level.WARN);
    vertx.close().await();
    assertThat(LOGGER.getLevel()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | level | level is missing",
        "{\"level\": \"TRACE\"} | level | must be DEBUG",
        "{\"level\": \"OFF\"} | level | must be DEBUG",
        "{\"level\": 1} | level | ",
        "{\"level\": \"DEBUG\", \"for\": \"forever\"} | for | up to 1h",
        "{\"level\": \"DEBUG\", \"for\": \"2h\"} | for | up to 1h",
        "{\"level\": \"DEBUG\", \"for\": \"soon\"} | for | ",
        "{\"level\": \"DEBUG\", \"level\": \"INFO\"} | level | ",
        "{\"level\": \"DEBUG\", \"who\": \"me\"} | who | ",
      })
  void badInputChangesNothing(String body, String field, String detail) throws Exception {
    HttpResponse<String> answer = put(PATH, body);
    assertThat(answer.statusCode()).isEqualTo(400);
    JsonObject problem = new JsonObject(answer.body());
    assertThat(problem.getString("field")).isEqualTo(field);
    assertThat(problem.getString("detail")).contains(detail == null ? "" : detail);
    assertThat(LOGGER.getLevel()).isNull();
  }

  @Test
  void noPageOfAWebSiteMayDoIt() throws Exception {
    HttpRequest.Builder foreign =
        to(PATH).header("Origin", "https://www.example.org").PUT(BodyPublishers.ofString("{}"));
    assertThat(send(foreign).statusCode()).isEqualTo(403);
  }

  private static JsonObject level(HttpResponse<String> answer) {
    return new JsonObject(answer.body()).getJsonArray("levels").getJsonObject(0);
  }

  private HttpResponse<String> put(String path, String body) throws Exception {
    return send(
        to(path).header("Content-Type", "application/json").PUT(BodyPublishers.ofString(body)));
  }

  private HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), BodyHandlers.ofString());
  }
}
