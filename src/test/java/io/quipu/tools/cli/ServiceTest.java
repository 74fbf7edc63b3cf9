package io.quipu.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
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
    server.createContext("/", this::answer);
    server.start();
    service =
        service(
            server, new Contact(Duration.ofSeconds(60), false, lines::add), Duration.ofSeconds(60));
  }

  private void answer(HttpExchange exchange) throws IOException {
    byte[] body = "{\"title\": \"a title\", \"a\": 1}".getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(statuses.remove(), body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static Service service(HttpServer server, Contact contact, Duration connectLimit) {
    return new Service(
        URI.create("http://127.0.0.1:" + server.getAddress().getPort()),
        null,
        Duration.ofSeconds(60),
        null,
        contact,
        connectLimit);
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

  /** A host that drops packets refuses nothing: the attempt to connect has to end by itself. */
  @Test
  void aConnectionThatIsNotAcceptedInTimeIsTriedAgain_whereThatIsAsked() throws IOException {
    statuses.add(200);
    HttpServer late =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
    late.createContext("/", this::answer);
    List<Socket> first = untilNoneIsTaken(late.getAddress());
    try {
      Contact contact =
          new Contact(
              Duration.ofSeconds(60),
              true,
              line -> {
                if (lines.isEmpty()) {
                  late.start();
                }
                lines.add(line);
              });
      assertThat(service(late, contact, Duration.ofSeconds(1)).get("/").getInteger("a"))
          .isEqualTo(1);
      assertThat(lines)
          .first()
          .asString()
          .matches("There was no connection to .* within 1 s; trying again \\(.*\\)");
    } finally {
      for (Socket socket : first) {
        socket.close();
      }
      late.stop(0);
    }
  }

  /** Connects to a server that has not started until its queue of connections is full. */
  private static List<Socket> untilNoneIsTaken(InetSocketAddress server) throws IOException {
    List<Socket> taken = new ArrayList<>();
    while (true) {
      Socket socket = new Socket();
      taken.add(socket);
      try {
        socket.connect(server, 1_000);
      } catch (SocketTimeoutException full) {
        return taken;
      }
    }
  }

  private JsonObject patiently() {
    return service.patiently(() -> service.get("/"));
  }
}
