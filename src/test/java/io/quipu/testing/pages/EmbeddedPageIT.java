package io.quipu.testing.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.e2e.RunningQuipu;
import io.quipu.testing.e2e.SharedQuipu;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A count in a frame on a page of another site, in a real browser. */
@Pages
class EmbeddedPageIT {
  private static final String COUNTED =
      "document.body?.dataset.state === 'live'"
          + " && document.querySelector('#cord path') !== null";

  private static final String FITS =
      "document.documentElement.scrollWidth <= innerWidth"
          + " && document.documentElement.scrollHeight <= innerHeight"
          + " && document.getElementById('count').scrollWidth"
          + " <= document.getElementById('count').clientWidth + 1";

  private static Chromium browser;
  private static RunningQuipu quipu;
  private static OtherSite pages;
  private static SeededCounters seeded;

  @BeforeAll
  static void start(SharedQuipu shared, Chromium chromium) throws IOException {
    browser = chromium;
    pages = new OtherSite();
    quipu = shared.another(Map.of("QUIPU_PUBLIC_HOSTS", "localhost,127.0.0.1"));
    seeded = new SeededCounters(quipu);
    seeded.put("shown", "{\"public\": \"read\"}", 201);
    seeded.create("hidden");
    seeded.record("shown", 3, i -> "back in black");
    seeded.record("hidden", 4, i -> "secret");
  }

  @AfterAll
  static void stop() {
    quipu.close();
    pages.close();
  }

  @Test
  void followsACountOnAPageOfAnotherSite() {
    try (Tab tab = foreignPage()) {
      frame(tab, "/embed/shown/back%20in%20black", "?label=AC%2FDC", 320, 160);
      try (Tab inside = tab.onlyFrame()) {
        await().until(() -> inside.text("#count").equals("3"));
        assertThat(inside.text("#name")).isEqualTo("AC/DC");
        seeded.record("shown", 1_239, i -> "back in black");
        await().until(() -> inside.text("#count").equals("1,242"));
        assertThat(inside.isTrue("document.querySelector('button, a, input, form') === null"))
            .as("there is nothing to click")
            .isTrue();
        assertThat(inside.complaints()).isEmpty();
      }
      assertThat(tab.complaints()).isEmpty();
    }
  }

  @Test
  void looksAsItIsTold_orAsTheSystemDoes_andFitsItsFrame() {
    seeded.record("shown", 1, i -> "x".repeat(512));
    seeded.recordBeyond64Bits("shown", "beyond");
    for (String counter : new String[] {"back%20in%20black", "x".repeat(512), "beyond"}) {
      for (int[] size : new int[][] {{300, 150}, {200, 60}, {640, 320}}) {
        look("light", counter, "", size, "rgb(255, 253, 248)");
      }
    }
    int[] usual = {300, 150};
    look("dark", "beyond", "", usual, "rgb(33, 27, 24)");
    look("dark", "beyond", "?theme=light", usual, "rgb(255, 253, 248)");
    look("light", "beyond", "?theme=dark", usual, "rgb(33, 27, 24)");
  }

  private static void look(String scheme, String counter, String query, int[] size, String ground) {
    try (Tab tab = foreignPage()) {
      tab.look(scheme, 700, 420);
      frame(tab, "/embed/shown/" + counter, query, size[0], size[1]);
      try (Tab inside = tab.onlyFrame()) {
        await().until(() -> inside.isTrue(COUNTED));
        assertThat(inside.isTrue(FITS)).as(counter + " fits " + size[0]).isTrue();
        assertThat(inside.evaluate("getComputedStyle(document.body).backgroundColor"))
            .isEqualTo(ground);
        String name = counter.charAt(1) + "-" + size[0] + "-" + scheme + query.replace('?', '-');
        Pictures.write("dashboard/embed-" + name, tab.picture());
      }
    }
  }

  @Test
  void showsNothingOfANamespaceThatIsNotPublic() {
    for (String path : new String[] {"/embed/hidden/secret", "/embed/missing/secret"}) {
      try (Tab tab = foreignPage()) {
        frame(tab, path, "", 320, 160);
        try (Tab inside = tab.onlyFrame()) {
          await().until(() -> inside.text("body").contains("/problems/not-public"));
          assertThat(inside.text("body")).doesNotContain("secret", "hidden");
        }
      }
    }
  }

  @Test
  void theDashboardAndTheReferenceCannotBeFramed() {
    for (String path : new String[] {"/", "/docs", "/#namespace=shown"}) {
      // Another port of the same host, which a browser calls the same site.
      try (Tab tab = pages.open(browser, "127.0.0.1")) {
        frame(tab, service("127.0.0.1") + path, 640, 320);
        await("the browser to refuse " + path)
            .until(
                () -> tab.complaints().stream().anyMatch(one -> one.contains("frame-ancestors")));
      }
      try (Tab tab = foreignPage()) {
        frame(tab, path, "", 640, 320);
        try (Tab inside = tab.onlyFrame()) {
          await(path).until(() -> inside.text("body").contains("/problems/foreign-origin"));
        }
      }
    }
  }

  /** A namespace that stops being public takes its counts away. */
  @Test
  void showsNothingAnyMore_whenTheNamespaceIsHidden() {
    seeded.put("made-private", "{\"public\": \"read\"}", 201);
    seeded.record("made-private", 7, i -> "a");
    try (Tab tab = foreignPage()) {
      frame(tab, "/embed/made-private/a", "", 320, 160);
      try (Tab inside = tab.onlyFrame()) {
        await().until(() -> inside.text("#count").equals("7"));
        seeded.put("made-private", "{\"public\": \"off\"}", 200);
        await().until(() -> inside.text("#state").equals("Not shown at present"));
        assertThat(inside.text("#count")).isEqualTo("…");
      }
    }
  }

  private static Tab foreignPage() {
    return pages.open(browser, "other." + Chromium.REBOUND);
  }

  private static String service(String host) {
    return "http://" + host + ":" + quipu.uri(0).getPort();
  }

  private static void frame(Tab tab, String path, String query, int width, int height) {
    frame(tab, service("127.0.0.1") + path + query, width, height);
  }

  private static void frame(Tab tab, String address, int width, int height) {
    tab.evaluate(
        "(() => { const frame = document.createElement('iframe');"
            + new JsonObject()
                .put("src", address).put("width", width).put("height", height).stream()
                    .map(
                        set ->
                            "frame." + set.getKey() + " = " + Tab.quote("" + set.getValue()) + ";")
                    .reduce("", String::concat)
            + " frame.style.border = 0; document.body.append(frame); })()");
  }
}
