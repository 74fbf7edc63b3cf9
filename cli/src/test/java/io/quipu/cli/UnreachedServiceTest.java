package io.quipu.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.quipu.testing.dev.FreePort;
import io.quipu.testing.dev.TestPatience;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The messages of the commands while nobody answers. */
@ExtendWith(TestPatience.class)
class UnreachedServiceTest {
  /** Much less than the 60 s that an answer may take, and more than a busy machine needs. */
  private static final Duration AT_ONCE = Duration.ofSeconds(20);

  private final int port = FreePort.on("127.0.0.1");
  private final Deque<Integer> refusals = new ArrayDeque<>();
  private HttpServer server;

  @AfterEach
  void stop() {
    if (server != null) {
      server.stop(0);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "add a",
        "get a",
        "watch a",
        "top",
        "windows a",
        "query a",
        "report",
        "report --slack --counter=a",
        "recount a",
        "list",
        "reset a --yes",
        "delete a --yes",
        "namespaces",
        "keys",
        "export",
        "import FILE",
        "import FILE --check",
        "bench",
      })
  void nobodyListens_isSaidAtOnceAndInWords(String line, @TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("counts.csv"), "counter,count\na,1\n");
    long begun = System.nanoTime();

    CommandRun run = run(line.replace("FILE", file.toString()).split(" ", -1));

    assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(AT_ONCE);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err())
        .contains("Nobody listens at http://127.0.0.1:" + port + ": is the service running")
        .doesNotContain("Exception");
    assertThat(run.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"add", "get", "watch"})
  void aHostThatIsNotKnown_isSaidAtOnce(String command) {
    CommandRun run = CommandRun.of(command, "a", "--url=http://quipu.invalid");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("The host of http://quipu.invalid is not known");
  }

  @ParameterizedTest
  @ValueSource(strings = {"add", "get", "watch"})
  void aServiceWithoutTls_isSaidAtOnce(String command) throws IOException {
    try (ServerSocket plain = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String address = "https://127.0.0.1:" + plain.getLocalPort();
      CommandRun run = CommandRun.begin(command, "a", "--url=" + address);
      Thread service = new Thread(() -> refuseAll(plain));
      service.start();
      assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
      assertThat(run.err()).contains(address + " does not speak TLS", "--url");
    }
  }

  /**
   * Answers each connection as a service without TLS does. Java's client may see the end of a
   * connection before the answer, and then it connects again.
   */
  private static void refuseAll(ServerSocket plain) {
    try {
      while (true) {
        try (Socket client = plain.accept()) {
          client.getInputStream().read();
          client.getOutputStream().write("HTTP/1.1 400 No\r\n\r\n".getBytes(US_ASCII));
          client.shutdownOutput();
          client.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (SocketException overOrReset) {
          if (plain.isClosed()) {
            return;
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aReadThatIsTriedAgain_isSaidWhileItIs() throws IOException {
    refusals.addAll(List.of(503, 503));
    serve();

    CommandRun run = run("get", "a");

    assertThat(run.out()).isEqualTo("7\n");
    assertThat(run.err()).containsPattern("503 .*; trying again \\(\\d+ s of 60 s left\\)");
  }

  @Test
  void anEventThatIsTriedAgain_isSaidWhileItIs() throws IOException {
    refusals.addAll(List.of(503, 503));
    serve();

    CommandRun run = run("add", "a");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.err().lines()).singleElement().asString().contains("queue-full");
    assertThat(run.err()).containsPattern("; trying again \\(\\d+ s of 60 s left\\)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"add", "get"})
  void aServiceThatIsNotThereYet_isWaitedForWhereThatIsAsked(String command) throws Exception {
    CommandRun run = CommandRun.begin(command, "a", "--wait", url());
    await().until(() -> run.err().contains("trying again ("));
    serve();

    assertThat(run.exitCode()).as(run.err()).isZero();
  }

  @Test
  void aReportIsPrintedWithoutTheSettings_andEndsAsNotWholeThen() throws IOException {
    refusals.add(403);
    serve();

    CommandRun run = run("report", "--counter=a");

    assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
    assertThat(run.out())
        .startsWith("a in default, yesterday")
        .contains("Not answered: settings: 403 queue-full");
    assertThat(run.err().lines()).singleElement().asString().startsWith("settings: 403 ");
  }

  @Test
  void waitingEnds() {
    long begun = System.nanoTime();
    CommandRun added = run("add", "a", "--wait", "--timeout=1");
    CommandRun read = run("get", "a", "--wait", "--timeout=1");
    assertThat(List.of(added.exitCode(), read.exitCode())).containsOnly(1);
    assertThat(added.err() + read.err())
        .contains("trying again", "The event is not counted: Nobody listens");
    assertThat((System.nanoTime() - begun) / 1e9).isCloseTo(2, within(18.0));
  }

  @Test
  void authoritiesOfAnAddressThatIsNotEncrypted_areAnError(@TempDir Path folder) {
    CommandRun run = run("add", "a", "--ca-file=" + folder.resolve("ca.pem"));
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--ca-file", "is for https: leave it out");
  }

  private void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  private void answer(HttpExchange exchange) throws IOException {
    exchange.getRequestBody().readAllBytes();
    Integer refusal = refusals.poll();
    boolean records = exchange.getRequestURI().getPath().equals("/v1/events");
    String body =
        refusal != null
            ? "{\"type\":\"/problems/queue-full\",\"title\":\"queue-full\",\"detail\":\"queue-full\"}"
            : records
                ? "{\"status\":\"recorded\",\"events\":1}"
                : "{\"counter\":\"a\",\"count\":7}";
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange
        .getResponseHeaders()
        .set("Content-Type", refusal == null ? "application/json" : "application/problem+json");
    exchange.sendResponseHeaders(refusal != null ? refusal : records ? 201 : 200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private CommandRun run(String... arguments) {
    return CommandRun.of(URI.create("http://127.0.0.1:" + port), arguments);
  }

  private String url() {
    return "--url=http://127.0.0.1:" + port;
  }
}
