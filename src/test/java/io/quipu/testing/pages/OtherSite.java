package io.quipu.testing.pages;

import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/** A web server that is none of the service's, with one page, by all names of this machine. */
final class OtherSite implements AutoCloseable {
  static final String TITLE = "Another page";
  private static final String PAGE = "<!doctype html><title>" + TITLE + "</title><h1>Results</h1>";

  private final HttpServer server;

  OtherSite() throws IOException {
    this(() -> PAGE);
  }

  /** A server with a page of somebody's own. */
  OtherSite(Supplier<String> page) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] body = page.get().getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "text/html");
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  /** Its origin by a name, which leads to its page. */
  String at(String host) {
    return "http://" + host + ":" + server.getAddress().getPort();
  }

  /** Opens its page. */
  Tab open(Chromium browser, String host) {
    Tab tab = browser.open();
    tab.navigate(URI.create(at(host)));
    await().until(() -> tab.isTrue("document.title === " + Tab.quote(TITLE)));
    return tab;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
