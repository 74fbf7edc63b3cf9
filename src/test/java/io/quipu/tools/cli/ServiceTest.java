package io.quipu.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ServiceTest {
  private final Deque<Integer> statuses = new ArrayDeque<>();
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private HttpServer server;
  private Service service;

  /** Answers with one status after the other. */
  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] body = "{\"title\": \"a title\", \"a\": 1}".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(statuses.remove(), body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    service =
        new Service(
            URI.create("http://127.0.0.1:" + server.getAddress().getPort()),
            null,
            Duration.ofSeconds(60),
            null,
            new Contact(Duration.ofSeconds(60), false, lines::add));
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void whatPassesIsAskedAgain_onceThereWasAnAnswer() {
    statuses.addAll(List.of(200, 503, 429, 200));
    service.get("/");
    assertThat(patiently().getInteger("a")).isEqualTo(1);
    assertThat(statuses).isEmpty();
    assertThat(lines)
        .singleElement()
        .asString()
        .matches("503 a title: .*; trying again \\(60 s of 60 s left\\)");
  }

  @Test
  void aServiceThatNeverAnsweredIsNotWaitedFor() {
    statuses.addAll(List.of(503, 200));
    assertThatThrownBy(this::patiently)
        .isInstanceOf(Unanswered.class)
        .hasMessageStartingWith("503");
    assertThat(statuses).hasSize(1);
  }

  @Test
  void whatIsRefusedIsNotAskedAgain() {
    statuses.addAll(List.of(200, 403, 200));
    service.get("/");
    assertThatThrownBy(this::patiently)
        .isInstanceOf(Unanswered.class)
        .hasMessageStartingWith("403");
    assertThat(statuses).hasSize(1);
  }

  private JsonObject patiently() {
    return service.patiently(() -> service.get("/"));
  }
}
