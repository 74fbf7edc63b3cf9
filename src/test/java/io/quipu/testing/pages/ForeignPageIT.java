package io.quipu.testing.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.e2e.RunningQuipu;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a page in a real browser can do to a service on the same machine: its own and others. */
@Pages
class ForeignPageIT {
  private static final byte[] PAGE =
      "<!doctype html><title>Another page</title>".getBytes(StandardCharsets.UTF_8);

  /** A page cannot see what comes of the first two. */
  private static final JsonObject ALL_REFUSED =
      new JsonObject()
          .put("blind", "sent")
          .put("beacon", "sent")
          .put("get", "refused")
          .put("post", "refused")
          .put("socket", "refused")
          .put("events", "refused");

  private static final JsonObject ALL_DONE =
      new JsonObject()
          .put("blind", "sent")
          .put("beacon", "sent")
          .put("get", "200 true")
          .put("post", "201")
          .put("socket", "recorded")
          .put("events", "count");

  /** The blind one, the beacon, the JSON and the message. */
  private static final long EVENTS_OF_ALL = 4;

  private static Chromium browser;
  private static RunningQuipu quipu;
  private static HttpServer pages;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String counter = "foreign-" + UUID.randomUUID();

  @BeforeAll
  static void start(TestCassandra cassandra, Chromium chromium) throws IOException {
    browser = chromium;
    pages = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    pages.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", "text/html");
          exchange.sendResponseHeaders(200, PAGE.length);
          exchange.getResponseBody().write(PAGE);
          exchange.close();
        });
    pages.start();
    quipu =
        RunningQuipu.start(
            1, cassandra, Map.of("QUIPU_ALLOWED_ORIGINS", page("friend." + Chromium.REBOUND)));
  }

  @AfterAll
  static void stop() {
    quipu.close();
    pages.stop(0);
  }

  @Test
  void aPageOfAnotherSite_recordsNothingAndReadsNothing() throws Exception {
    assertThat(attack(page("evil." + Chromium.REBOUND), service("127.0.0.1")))
        .isEqualTo(ALL_REFUSED);
    assertThat(count()).isZero();
  }

  @Test
  void aPageOfAnotherPort_recordsNothingAndReadsNothing() throws Exception {
    assertThat(attack(page("127.0.0.1"), service("127.0.0.1"))).isEqualTo(ALL_REFUSED);
    assertThat(attack(page("localhost"), service("localhost"))).isEqualTo(ALL_REFUSED);
    assertThat(count()).isZero();
  }

  @Test
  void aPageOfAnotherNameForTheSameService_recordsNothingAndReadsNothing() throws Exception {
    assertThat(attack(service("127.0.0.1") + "/livez", service("localhost")))
        .isEqualTo(ALL_REFUSED);
    assertThat(count()).isZero();
  }

  /** For the browser all of it is of one origin: the attacker's name leads to this machine. */
  @Test
  void aPageWhoseOwnNameLeadsHere_recordsNothingAndReadsNothing() throws Exception {
    String rebound = service("evil." + Chromium.REBOUND);
    try (ForeignPage page = ForeignPage.open(browser, URI.create(rebound + "/livez"))) {
      assertThat(page.text()).contains("foreign-host");
      JsonObject tried = page.attack(rebound, counter);
      assertThat(tried.getString("get")).startsWith("403");
      assertThat(tried.getString("post")).isEqualTo("403");
      assertThat(tried.getString("socket")).isEqualTo("refused");
      assertThat(tried.getString("events")).isEqualTo("refused");
    }
    assertThat(count()).isZero();
  }

  @Test
  void aPageOfAnAllowedOrigin_mayDoEverything() throws Exception {
    assertThat(attack(page("friend." + Chromium.REBOUND), service("127.0.0.1")))
        .isEqualTo(ALL_DONE);
    await().until(() -> count() == EVENTS_OF_ALL);
  }

  @Test
  void aPageOfItsOwn_mayDoEverything() throws Exception {
    assertThat(attack(service("localhost") + "/livez", service("localhost"))).isEqualTo(ALL_DONE);
    await().until(() -> count() == EVENTS_OF_ALL);
  }

  @Test
  void aLinkOnAnotherPage_opensTheDashboard() {
    try (Tab tab = browser.open()) {
      tab.navigate(URI.create(page("evil." + Chromium.REBOUND)));
      await().until(() -> tab.isTrue("document.title === 'Another page'"));
      tab.evaluate("location.href = " + Tab.quote(service("localhost") + "/"));
      await().until(() -> tab.text("#connection-words").equals("Live"));
    }
  }

  private JsonObject attack(String page, String service) {
    try (ForeignPage foreign = ForeignPage.open(browser, URI.create(page))) {
      return foreign.attack(service, counter);
    }
  }

  /** Where a page is served that is none of the service's. */
  private static String page(String host) {
    return "http://" + host + ":" + pages.getAddress().getPort();
  }

  private static String service(String host) {
    return "http://" + host + ":" + quipu.uri(0).getPort();
  }

  private long count() throws Exception {
    URI uri = quipu.uri(0).resolve("/v1/counters/default/" + counter);
    String answer = http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
    return new JsonObject(answer).getLong("count");
  }
}
