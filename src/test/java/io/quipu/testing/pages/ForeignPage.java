package io.quipu.testing.pages;

import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.net.URI;

/** A page that tries everything which a page can try on a service; it need not be its own. */
final class ForeignPage implements AutoCloseable {
  /**
   * Each try ends with a word in {@code tried}: what came of it, or "refused". The first two are
   * never told: they are for what happens on the way.
   */
  private static final String TRIES =
      """
      (() => {
        const counter = SERVICE + "/v1/counters/default/" + COUNTER;
        const tried = (window.tried = {});
        const note = (name, promise) =>
          promise.then((word) => (tried[name] = word), () => (tried[name] = "refused"));
        note("blind", fetch(counter + "/events", { method: "POST", mode: "no-cors" }).then(() => "sent"));
        tried.beacon = navigator.sendBeacon(counter + "/events") ? "sent" : "refused";
        note("get", fetch(counter).then((answer) => answer.status + " " + answer.headers.has("ETag")));
        note("post", fetch(counter + "/events", {
          method: "POST",
          headers: { "Content-Type": "application/json", "Idempotency-Key": COUNTER },
          body: JSON.stringify({ delta: 1 }),
        }).then((answer) => String(answer.status)));
        note("socket", new Promise((open, refused) => {
          const socket = new WebSocket(SERVICE.replace("http", "ws") + "/v1/live");
          socket.onerror = refused;
          socket.onmessage = (event) => {
            const message = JSON.parse(event.data);
            if (message.type === "hello") {
              socket.send(JSON.stringify({ type: "record", ref: 1, counter: COUNTER }));
            } else {
              socket.close();
              open(message.type);
            }
          };
        }));
        note("events", new Promise((open, refused) => {
          const events = new EventSource(counter + "/live");
          events.onerror = () => { events.close(); refused(); };
          events.addEventListener("count", () => { events.close(); open("count"); });
        }));
      })()
      """;

  private final Tab tab;

  private ForeignPage(Tab tab) {
    this.tab = tab;
  }

  /** Opens the page that is at an address, whatever it is. */
  static ForeignPage open(Chromium browser, URI address) {
    ForeignPage page = new ForeignPage(browser.open());
    page.tab.navigate(address);
    String origin = address.getScheme() + "://" + address.getAuthority();
    await("the page to be there")
        .until(
            () ->
                page.tab.isTrue(
                    "document.readyState === 'complete' && origin === " + Tab.quote(origin)));
    return page;
  }

  /** What came of each try, by its name. */
  JsonObject attack(String service, String counter) {
    tab.evaluate(
        TRIES.replace("SERVICE", Tab.quote(service)).replace("COUNTER", Tab.quote(counter)));
    await("every try to end").until(() -> tried().size() == 6);
    return tried();
  }

  private JsonObject tried() {
    return new JsonObject((String) tab.evaluate("JSON.stringify(window.tried)"));
  }

  /** What the page says. */
  String text() {
    return tab.text("body");
  }

  @Override
  public void close() {
    tab.close();
  }
}
