package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.edge.guard.browser.Origins;
import io.quipu.edge.guard.browser.PublicHosts;
import io.quipu.edge.guard.connection.ConnectionMeters;
import io.quipu.edge.guard.connection.ConnectionSettings;
import io.quipu.edge.guard.connection.Connections;
import io.quipu.edge.guard.connection.PortSettings;
import io.quipu.edge.web.HttpMeters;
import io.quipu.engine.time.Clock;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** Levels of the log, changed over the management port. */
class LogLevelsHttpTest extends HttpTest {
  private static final Logger LOGGER = (Logger) LoggerFactory.getLogger(LogLevelsHttpTest.class);
  private static final String PATH = "/loglevels/" + LOGGER.getName();

  private int port;

  @BeforeEach
  void listen() {
    ManagementVerticle verticle =
        new ManagementVerticle(
            new HttpSettings(
                new PortSettings("127.0.0.1", 0, Duration.ZERO, Duration.ofSeconds(5), null),
                Duration.ofSeconds(10),
                new Origins(new PublicHosts.Loopback(), Set.of()),
                false,
                ""),
            List.of(),
            Clock.system(),
            new HttpMeters(service.registry),
            new Connections(
                ConnectionSettings.of(64, 64, 1), new ConnectionMeters(new SimpleMeterRegistry())));
    service.vertx.deployVerticle(verticle).await();
    port = verticle.actualPort();
  }

  /** To the management port. */
  @Override
  protected HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
  }

  @Test
  void changesShowsAndTakesBack() {
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
  void endsWithTheService() {
    put(PATH, "{\"level\": \"WARN\"}");
    assertThat(LOGGER.getLevel()).isEqualTo(Level.WARN);
    service.close();
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
  void badInputChangesNothing(String body, String field, String detail) {
    HttpResponse<String> answer = put(PATH, body);
    expectProblem(answer, 400, "invalid-request", field);
    assertThat(json(answer).getString("detail")).contains(detail == null ? "" : detail);
    assertThat(LOGGER.getLevel()).isNull();
  }

  @Test
  void noPageOfAWebSiteMayDoIt() {
    HttpRequest.Builder foreign =
        to(PATH).header("Origin", "https://www.example.org").PUT(BodyPublishers.ofString("{}"));
    assertThat(send(foreign).statusCode()).isEqualTo(403);
  }

  private static JsonObject level(HttpResponse<String> answer) {
    return new JsonObject(answer.body()).getJsonArray("levels").getJsonObject(0);
  }
}
