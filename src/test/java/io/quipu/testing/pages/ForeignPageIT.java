package io.quipu.testing.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.e2e.RunningQuipu;
import io.quipu.testing.e2e.SharedQuipu;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a page in a real browser can do to a service on the same machine: its own and others. */
@Pages
class ForeignPageIT {
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

  private static final String STYLED =
      """
      (() => {
        const read = (window.read = {});
        const at = SERVICE + "/v1/counters/foreign-shown/a";
        const note = (name, promise) =>
          promise.then((word) => (read[name] = word), () => (read[name] = "refused"));
        const count = (answer) => answer.json().then((body) => body.count);
        const title = document.querySelector("h1");
        title.style.fontSize = "64px";
        const show = (number) => (title.textContent = number + " votes");
        note("shown", fetch(at).then((answer) => count(answer).then((number) => {
          show(number);
          const events = new EventSource(at + "/live");
          events.addEventListener("count", (event) => show(JSON.parse(event.data).count));
          note("again", fetch(at, { headers: { "If-None-Match": answer.headers.get("ETag") } })
            .then((same) => (same.status === 304 || same.ok ? "304 or " + number : same.status)));
          return number;
        })));
        note("many", fetch(SERVICE + "/v1/counts", {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ counters: [{ namespace: "foreign-shown", counter: "a" }] }),
        }).then((answer) => answer.json()).then((body) => body.counts[0].count));
        note("hidden", fetch(at.replace("shown", "hidden")).then(count));
        note("missing", fetch(at.replace("shown", "missing")).then(count));
        note("written", fetch(at + "/events", { method: "POST" }).then((answer) => answer.status));
        note("socket", new Promise((open, refused) => {
          const socket = new WebSocket(at.replace("http", "ws") + "/live");
          socket.onerror = refused;
          socket.onopen = () => open("open");
        }));
      })()
      """;

  private static Chromium browser;
  private static RunningQuipu quipu;
  private static OtherSite pages;

  private final String counter = "foreign-" + UUID.randomUUID();

  @BeforeAll
  static void start(SharedQuipu shared, Chromium chromium) throws IOException {
    browser = chromium;
    pages = new OtherSite();
    quipu = shared.another(Map.of("QUIPU_ALLOWED_ORIGINS", pages.at("friend." + Chromium.REBOUND)));
  }

  @AfterAll
  static void stop() {
    quipu.close();
    pages.close();
  }

  @Test
  void aPageOfAnotherSite_recordsNothingAndReadsNothing() {
    assertThat(attack(pages.at("evil." + Chromium.REBOUND), service("127.0.0.1")))
        .isEqualTo(ALL_REFUSED);
    assertThat(count()).isZero();
  }

  @Test
  void aPageOfAnotherPort_recordsNothingAndReadsNothing() {
    assertThat(attack(pages.at("127.0.0.1"), service("127.0.0.1"))).isEqualTo(ALL_REFUSED);
    assertThat(attack(pages.at("localhost"), service("localhost"))).isEqualTo(ALL_REFUSED);
    assertThat(count()).isZero();
  }

  @Test
  void aPageOfAnotherNameForTheSameService_recordsNothingAndReadsNothing() {
    assertThat(attack(service("127.0.0.1") + "/livez", service("localhost")))
        .isEqualTo(ALL_REFUSED);
    assertThat(count()).isZero();
  }

  /** For the browser all of it is of one origin: the attacker's name leads to this machine. */
  @Test
  void aPageWhoseOwnNameLeadsHere_recordsNothingAndReadsNothing() {
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
  void aPageOfAnAllowedOrigin_mayDoEverything() {
    assertThat(attack(pages.at("friend." + Chromium.REBOUND), service("127.0.0.1")))
        .isEqualTo(ALL_DONE);
    await().until(() -> count() == EVENTS_OF_ALL);
  }

  @Test
  void aPageOfItsOwn_mayDoEverything() {
    assertThat(attack(service("localhost") + "/livez", service("localhost"))).isEqualTo(ALL_DONE);
    await().until(() -> count() == EVENTS_OF_ALL);
  }

  /** As anybody may do who styles a number. */
  @Test
  void aPageOfAnotherSite_readsAndStylesAPublicCount_andNoOther() {
    String service = service("127.0.0.1");
    quipu.api(0).createNamespace("foreign-shown", "{\"public\": \"read\"}");
    quipu.api(0).createNamespace("foreign-hidden");
    for (String namespace : List.of("foreign-shown", "foreign-hidden")) {
      quipu.api(0).record(namespace, "a", "{\"delta\": 41}");
    }
    try (Tab tab = pages.open(browser, "evil." + Chromium.REBOUND)) {
      tab.evaluate(STYLED.replace("SERVICE", Tab.quote(service)));
      await("every read to end").until(() -> tab.isTrue("Object.keys(read).length === 7"));
      assertThat(new JsonObject((String) tab.evaluate("JSON.stringify(read)")))
          .isEqualTo(
              new JsonObject()
                  .put("shown", 41)
                  .put("again", "304 or 41")
                  .put("many", 41)
                  .put("hidden", "refused")
                  .put("missing", "refused")
                  .put("written", "refused")
                  .put("socket", "refused"));
      assertThat(tab.text("h1")).isEqualTo("41 votes");
      assertThat(tab.isTrue("getComputedStyle(document.querySelector('h1')).fontSize === '64px'"))
          .isTrue();
      quipu.api(0).recordOne("foreign-shown", "a");
      await().until(() -> tab.text("h1").equals("42 votes"));
    }
    assertThat(quipu.api(0).count("foreign-shown", "a").count()).isEqualTo(42);
  }

  @Test
  void aLinkOnAnotherPage_opensTheDashboard() {
    try (Tab tab = pages.open(browser, "evil." + Chromium.REBOUND)) {
      tab.evaluate("location.href = " + Tab.quote(service("localhost") + "/"));
      await().until(() -> tab.text("#connection-words").equals("Live"));
    }
  }

  private JsonObject attack(String page, String service) {
    try (ForeignPage foreign = ForeignPage.open(browser, URI.create(page))) {
      return foreign.attack(service, counter);
    }
  }

  private static String service(String host) {
    return "http://" + host + ":" + quipu.uri(0).getPort();
  }

  private long count() {
    return quipu.api(0).count("default", counter).count();
  }
}
