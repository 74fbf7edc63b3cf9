package io.quipu.testing.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.e2e.Api;
import io.quipu.testing.e2e.SharedQuipu;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The dashboard as its users may expect it, in a real browser: of a service of its own, or of the
 * one that {@code -Dquipu.uri} names.
 */
@Pages
class DashboardIT {
  private static final String NAMED = System.getProperty("quipu.uri", "");

  private static final String NAMESPACE = "dashboard";
  private static Chromium browser;
  private static Api api;
  private static URI uri;

  @BeforeAll
  static void start(SharedQuipu shared, Chromium chromium) {
    browser = chromium;
    uri = NAMED.isEmpty() ? shared.open().uri(0) : URI.create(NAMED);
    api = new Api(uri);
    api.put("/v1/namespaces/" + NAMESPACE, "{\"kind\": \"event\"}");
  }

  @Test
  void showsTheCountMoving_whoeverRecords() {
    String counter = "back in black " + UUID.randomUUID();
    try (DashboardPage page = open(uri)) {
      page.mark();
      page.watch(counter);
      await().until(() -> page.count().equals("0"));

      page.switchRecording();
      page.plusOne();
      await().until(() -> page.count().equals("1"));

      record(counter, "[{}, {}, {\"delta\": 1}, {\"delta\": 1}]");
      await().until(() -> page.count().equals("5"));
      assertThat(page.count(counter)).isEqualTo("5");

      page.plusOne(counter);
      await().until(() -> page.count().equals("6"));
      assertThat(count(counter)).isEqualTo(6);
      await().until(() -> page.tail().equals("0 in 0 events"));
      assertThat(page.isMarked()).as("the page is still the one that was opened").isTrue();
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void showsAnyNameLiterally() {
    String counter = "<img src=x onerror=alert(1)> 🐸 %2F";
    try (DashboardPage page = open(uri)) {
      record(counter, "[{}]");
      page.find(counter);
      await().until(() -> page.selected().equals(counter) && !page.count().equals("…"));
      long before = count(counter);
      page.switchRecording();
      assertThat(page.effectOfClick()).contains(NAMESPACE + "/" + counter);
      page.plusOne();
      await().until(() -> page.count().equals(Long.toString(before + 1)));
      assertThat(page.selected()).isEqualTo(counter);
      assertThat(page.count(counter)).isEqualTo(page.count());
      assertThat(count(counter)).as("recorded under the same name").isEqualTo(before + 1);
      assertThat(page.foreignImages()).isZero();
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void showsLargeCountsExactly() {
    String counter = "large " + UUID.randomUUID();
    try (DashboardPage page = open(uri)) {
      page.watch(counter);
      String quadrillions = "{\"delta\": 1000000000000000},".repeat(10);
      record(counter, "[" + quadrillions + "{\"delta\": 7}]");
      await().until(() -> page.count().equals("10,000,000,000,000,007"));
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void showsTheBoundsOfALinearCounter() {
    api.put("/v1/namespaces/tickets-on-sale", "{\"kind\": \"linear\", \"min\": 0, \"max\": 2000}");
    String counter = "concert " + UUID.randomUUID();
    api.record("tickets-on-sale", counter, "{\"delta\": 500}").expect(201);
    try (DashboardPage page = open(uri)) {
      page.openNamespace("tickets-on-sale");
      page.find(counter);
      await().until(() -> page.selected().equals(counter) && page.count().equals("500"));
      await().until(() -> page.bounds().equals("Used 500 of 2,000 Left 1,500 At least 0"));
      assertThat(page.betweenBounds()).isEqualTo(0.25);
      assertThat(page.trouble()).isEmpty();
      api.record("tickets-on-sale", counter, "{\"delta\": 500}").expect(201);
      await().until(() -> page.count().equals("1,000") && page.betweenBounds() == 0.5);
    }
  }

  @Test
  void saysWhatIsWrong_andRecoversWithEveryClick_whenTheServiceIsOutOfReach() throws IOException {
    String counter = "unreachable " + UUID.randomUUID();
    try (TcpProxy proxy = new TcpProxy(uri);
        DashboardPage page = open(proxy.uri())) {
      page.mark();
      page.watch(counter);
      page.switchRecording();
      page.plusOne();
      await().until(() -> page.count().equals("1"));

      proxy.cut();
      await().until(() -> page.connection().equals("Not connected"));
      page.plusOne();
      page.plusOne();
      await().until(() -> page.trouble().contains("The service cannot be reached."));
      await().until(() -> page.trouble().contains("Not yet recorded: 2 clicks"));
      record(counter, "[{}, {}]");

      proxy.restore();
      await().until(() -> page.connection().equals("Live"));
      await().until(() -> page.count().equals("5"));
      await().until(() -> page.trouble().isEmpty());
      assertThat(count(counter)).isEqualTo(5);
      assertThat(page.isMarked()).as("the page is still the one that was opened").isTrue();
    }
  }

  @Test
  void recordsOnlyAfterRecordingWasSwitchedOn() {
    String counter = "switched " + UUID.randomUUID();
    record(counter, "[{}]");
    try (DashboardPage page = open(uri)) {
      page.find(counter);
      await().until(() -> page.selected().equals(counter) && page.count().equals("1"));
      assertThat(page.recording()).isEqualTo("Recording is off");
      assertThat(page.effectOfClick()).isEmpty();
      assertThat(page.visiblePluses()).isZero();
      page.clickEveryPlus();

      page.switchRecording();
      assertThat(page.recording()).isEqualTo("Recording is on");
      assertThat(page.effectOfClick())
          .isEqualTo("A click adds 1 event to " + NAMESPACE + "/" + counter + ", which stays.");
      assertThat(page.visiblePluses()).isGreaterThan(1);
      page.plusOne();
      await().until(() -> page.count().equals("2"));
      assertThat(count(counter)).as("only the last click is an event").isEqualTo(2);

      page.reload();
      assertThat(page.recording()).as("after a load").isEqualTo("Recording is off");
      assertThat(page.complaints()).isEmpty();
      page.switchRecording();
      page.openNamespace("another");
      await().until(() -> page.recording().equals("Recording is off"));
    }
  }

  @Test
  void saysThatThereIsNoSuchCounter_andMakesNone() {
    String counter = "sought " + UUID.randomUUID();
    record(counter + " and found", "[{}]");
    awaitListed(counter + " and found");
    try (DashboardPage page = open(uri)) {
      String before = page.selected();
      page.find(counter);
      await().until(() -> page.finding().startsWith("There is no counter “" + counter + "”"));
      assertThat(page.lists(counter)).isFalse();
      assertThat(page.selected()).isEqualTo(before);
      assertThat(page.address()).doesNotContain("&counter=" + counter.replace(" ", "+"));
      assertThat(page.finding()).contains("Some begin like that", counter + " and found");

      page.takeSimilar();
      await().until(() -> page.selected().equals(counter + " and found"));
      assertThat(page.finding()).isEmpty();
      await().until(() -> page.count().equals("1"));

      page.watch(counter);
      await().until(() -> page.count().equals("0"));
      assertThat(page.lists(counter)).isTrue();
      record(counter, "[{}]");
      await().until(() -> page.count().equals("1"));
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void letsTheApiBeBrowsed() {
    long operations =
        api.get("/openapi.yaml")
            .text()
            .lines()
            .filter(line -> line.startsWith("      operationId:"))
            .count();
    try (Tab tab = browser.open()) {
      tab.look("dark", 1280, 900);
      tab.navigate(uri.resolve("/docs"));
      await()
          .until(
              () ->
                  tab.isTrue(
                      "document.querySelectorAll('#operations .operation').length === "
                          + operations));
      assertThat(tab.text("#operations")).contains("/v1/counters/{namespace}/{counter}/events");
      assertThat(tab.text("#messages")).contains("subscribe", "authenticate", "recorded");
      assertThat(tab.isTrue("document.querySelector('[src*=swagger]') === null"))
          .as("what is large is loaded when it is wanted")
          .isTrue();

      tab.click("document.querySelector('.operation[href$=\"/readCount\"]')");
      await().until(() -> tab.isTrue("document.querySelectorAll('.opblock').length > 10"));
      await().until(() -> tab.isTrue("document.querySelector('.opblock.is-open') !== null"));
      assertThat(tab.text("#reference")).contains("/v1/counters/{namespace}/{counter}/events");
      assertThat(
              (String) tab.evaluate("getComputedStyle(document.querySelector('.opblock')).color"))
          .as("light on dark")
          .matches("rgb\\((2[0-9]{2}|1[5-9][0-9]), .*");
      assertThat(tab.complaints()).isEmpty();
    }
  }

  private static DashboardPage open(URI service) {
    return DashboardPage.open(browser, service, NAMESPACE);
  }

  private static void record(String counter, String events) {
    api.record(NAMESPACE, counter, events).expect(201);
  }

  private static void awaitListed(String counter) {
    String before = counter.substring(0, counter.length() - 1);
    String list =
        "/v1/counters/"
            + NAMESPACE
            + "?limit=1&after="
            + URLEncoder.encode(before, StandardCharsets.UTF_8);
    await("the counter to be settled, and so listed")
        .until(() -> api.get(list).text().contains(counter));
  }

  private static long count(String counter) {
    return api.count(NAMESPACE, counter).count();
  }
}
