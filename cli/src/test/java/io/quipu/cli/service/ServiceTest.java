package io.quipu.cli.service;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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
    byte[] body =
        "{\"type\": \"/problems/a\", \"title\": \"a title\", \"a\": 1}"
            .getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/problem+json");
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
  void whatPassesIsAskedAgain_andSaid() {
    statuses.addAll(List.of(503, 429, 200));
    assertThat(service.get("/").integer("a", 0)).isEqualTo(1);
    assertThat(statuses).isEmpty();
    assertThat(lines)
        .singleElement()
        .asString()
        .matches("503 a title; trying again \\(60 s of 60 s left\\)");
  }

  @Test
  void aChangeIsNotMadeAgain_whereItMayBeMade() {
    statuses.addAll(List.of(500, 200));
    assertThatThrownBy(() -> service.change("DELETE", "/v1/counters/a/b", null))
        .isInstanceOf(Unanswered.class)
        .hasMessageContaining("It is not known whether");
    assertThat(statuses).hasSize(1);
  }

  @Test
  void aChangeThatWasCertainlyNotMadeIsMadeAgain() {
    statuses.addAll(List.of(503, 200));
    assertThat(service.change("DELETE", "/v1/counters/a/b", null).integer("a", 0)).isEqualTo(1);
  }

  @Test
  void whoeverAnswersTlsInPlainTextIsTold() throws IOException {
    Contact contact = new Contact(Duration.ofSeconds(60), false, lines::add);
    try (ServerSocket plain = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      var unused = CompletableFuture.runAsync(() -> answerInPlainText(plain));
      URI address = URI.create("https://127.0.0.1:" + plain.getLocalPort());
      try (Service mistaken = new Service(address, null, Duration.ofSeconds(60), null, contact)) {
        assertThatThrownBy(() -> mistaken.get("/"))
            .hasMessageContaining(address + " does not speak TLS")
            .hasMessageContaining("--url");
      }
    }
    assertThat(lines).isEmpty();
  }

  /** Answers every connection, until the server is closed: the client may try more than one. */
  private static void answerInPlainText(ServerSocket plain) {
    while (!plain.isClosed()) {
      try (Socket client = plain.accept()) {
        client.getInputStream().read();
        client.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(US_ASCII));
        client.getInputStream().transferTo(OutputStream.nullOutputStream());
      } catch (IOException e) {
        // The client has left, or the server is closed.
      }
    }
  }

  @Test
  void whatIsRefusedIsNotAskedAgain() {
    statuses.addAll(List.of(403, 200));
    assertThatThrownBy(() -> service.get("/"))
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
      // an attempt to connect ends a tenth earlier than the attempt, which has to be longer than a
      // busy machine stands still
      assertThat(service(late, contact, Duration.ofSeconds(5)).get("/").integer("a", 0))
          .isEqualTo(1);
      assertThat(lines)
          .first()
          .asString()
          .matches("There was no connection to .* in time.*; trying again \\(.*\\)");
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
}
