package io.quipu.testing.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.e2e.RunningQuipu;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each kind is shown as it should be looked at. Pictures of them are in {@code target/kinds/}. */
@Pages
class KindsOnDashboardIT {
  private static final int WIDTH = 1280;
  private static final int HEIGHT = 960;
  private static final String COUNTER = "page views";

  private static RunningQuipu quipu;
  private static Chromium browser;

  @BeforeAll
  static void start(TestCassandra cassandra, Chromium chromium) throws Exception {
    quipu = RunningQuipu.start(1, cassandra, Map.of("QUIPU_CHECKPOINT_PERIOD", "100ms"));
    browser = chromium;
  }

  @AfterAll
  static void stop() {
    quipu.close();
  }

  @Test
  void aRanking_ofWhatIsMostFrequent() throws Exception {
    record(
        "top",
        "{\"kind\": \"sketch\", \"state\": \"top\"}",
        600,
        i -> value("page " + 6 / (1 + i % 6)));
    look(
        "top",
        page -> {
          await().until(() -> page.ranking().startsWith("page 1"));
          assertThat(page.ranking()).contains("300", "page 6", "100");
          assertThat(page.count()).isEqualTo("600");
          assertSketch(page);
        });
  }

  @Test
  void aDistribution_ofQuantiles() throws Exception {
    record(
        "quantiles",
        "{\"kind\": \"sketch\", \"state\": \"quantiles\"}",
        1_000,
        i -> "{\"value\": " + (10 + i % 100 * (i % 10) / 10.0) + "}");
    look(
        "quantiles",
        page -> {
          await().until(() -> page.plotted() > 0);
          assertThat(page.ranking()).contains("50 % up to", "99 % up to");
          assertSketch(page);
        });
  }

  @Test
  void anEstimate_withItsBounds() throws Exception {
    record(
        "distinct",
        "{\"kind\": \"sketch\", \"state\": \"distinct\"}",
        9_000,
        i -> value("visitor " + i % 6_000));
    look(
        "distinct",
        page -> {
          await()
              .until(() -> page.facts().matches("different ones among 9,000 values, between .*"));
          assertThat(page.count().replaceAll("[.].*|,", "")).matches("[56][0-9]{3}");
          assertSketch(page);
        });
  }

  @Test
  void whatStands_ofLatestValues() throws Exception {
    record(
        "latest",
        "{\"kind\": \"latest\"}",
        30,
        i -> "{\"actor\": \"P%d\", \"version\": %d, \"value\": 100}".formatted(i % 3, i));
    look(
        "latest",
        page -> {
          await().until(() -> page.count().equals("300"));
          assertThat(page.facts()).isEqualTo("what stands, of 30 statements");
          await().until(() -> page.tail().equals("0 in 0 events"));
          assertThat(page.splitsTheCount()).isTrue();
          assertThat(page.effectOfClick()).startsWith("Events of kind latest say more");
        });
  }

  private static void assertSketch(DashboardPage page) {
    assertThat(page.splitsTheCount()).as("nothing of it is settled, or a tail").isFalse();
    page.switchRecording();
    assertThat(page.visiblePluses()).isZero();
    assertThat(page.effectOfClick()).startsWith("Events of kind sketch say more");
    page.switchRecording();
  }

  private static String value(String text) {
    return "{\"value\": \"" + text + "\"}";
  }

  private static void record(
      String namespace, String settings, int events, IntFunction<String> event) throws Exception {
    send("PUT", "/v1/namespaces/" + namespace, settings);
    send(
        "POST",
        "/v1/counters/" + namespace + "/" + COUNTER.replace(" ", "%20") + "/events",
        IntStream.range(0, events).mapToObj(event).collect(Collectors.joining(",", "[", "]")));
  }

  private static void send(String method, String path, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(quipu.uri(0).resolve(path))
            .method(method, BodyPublishers.ofString(body))
            .header("Content-Type", "application/json")
            .build();
    HttpResponse<String> answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
  }

  private interface Look {
    void at(DashboardPage page) throws Exception;
  }

  private static void look(String namespace, Look look) throws Exception {
    try (DashboardPage page = DashboardPage.open(browser, quipu.uri(0), WIDTH, HEIGHT)) {
      page.openNamespace(namespace);
      page.find(COUNTER);
      await().until(() -> page.selected().equals(COUNTER));
      look.at(page);
      Path file = Path.of("target/kinds", namespace + ".png");
      Files.createDirectories(file.getParent());
      Files.write(file, page.picture());
      assertThat(page.complaints()).isEmpty();
    }
  }
}
