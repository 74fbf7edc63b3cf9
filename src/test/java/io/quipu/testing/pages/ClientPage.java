package io.quipu.testing.pages;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The example of a page in {@code clients/typescript}, on a web server that is not the service. */
final class ClientPage implements AutoCloseable {
  private static final String OPTIONS = "{ address: \"http://localhost:8080\" }";

  private final HttpServer server;
  private final Path folder;
  private volatile String options = OPTIONS;

  /**
   * @param folder of the client, with its {@code dist}
   */
  ClientPage(Path folder) throws IOException {
    this.folder = folder;
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  /** What a service has to allow. */
  String origin() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  URI uri() {
    return URI.create(origin() + "/examples/page.html");
  }

  /** The page as it would be written for a service elsewhere, which asks for a key. */
  void use(URI service, String key) {
    options =
        "{ address: %s, token: %s, requestTimeoutMs: 2000 }"
            .formatted(Tab.quote(service.toString()), Tab.quote(key));
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    boolean page = path.equals("/examples/page.html");
    Path file = folder.resolve(path.substring(1));
    try (exchange) {
      if (!Files.isRegularFile(file)) {
        exchange.sendResponseHeaders(204, -1);
        return;
      }
      String text = Files.readString(file);
      if (page && !text.contains(OPTIONS)) {
        throw new IllegalStateException("the example has other options than " + OPTIONS);
      }
      byte[] body = text.replace(OPTIONS, options).getBytes(StandardCharsets.UTF_8);
      exchange
          .getResponseHeaders()
          .set("Content-Type", page ? "text/html; charset=utf-8" : "text/javascript");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
