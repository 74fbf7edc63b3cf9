package io.quipu.testing.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.e2e.Api;
import io.quipu.testing.e2e.RunningQuipu;
import io.quipu.testing.e2e.SharedQuipu;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each kind is shown as it should be looked at. Pictures of them are in {@code target/kinds/}. */
@Pages
class KindsOnDashboardIT {
  private static final String COUNTER = "page views";
  private static RunningQuipu quipu;
  private static SeededCounters seeded;
  private static Chromium browser;

  @BeforeAll
  static void start(SharedQuipu shared, Chromium chromium) {
    quipu = shared.open();
    seeded = new SeededCounters(quipu);
    browser = chromium;
  }

  @Test
  void aRanking_ofWhatIsMostFrequent() {
    record(
        "shown-top",
        "{\"kind\": \"sketch\", \"state\": \"top\"}",
        600,
        i -> value("page " + 6 / (1 + i % 6)));
    look(
        "shown-top",
        page -> {
          await().until(() -> page.ranking().startsWith("page 1"));
          assertThat(page.ranking()).contains("300", "page 6", "100");
          assertThat(page.count()).isEqualTo("600");
          assertSketch(page);
        });
  }

  @Test
  void aDistribution_ofQuantiles() {
    record(
        "shown-quantiles",
        "{\"kind\": \"sketch\", \"state\": \"quantiles\"}",
        1_000,
        i -> "{\"value\": " + (10 + i % 100 * (i % 10) / 10.0) + "}");
    look(
        "shown-quantiles",
        page -> {
          await().until(() -> page.plotted() > 0);
          assertThat(page.ranking()).contains("p50", "p99");
          assertSketch(page);
        });
  }

  @Test
  void anEstimate_withItsBounds() {
    record(
        "shown-distinct",
        "{\"kind\": \"sketch\", \"state\": \"distinct\"}",
        9_000,
        i -> value("visitor " + i % 6_000));
    look(
        "shown-distinct",
        page -> {
          await()
              .until(() -> page.facts().matches("different ones among 9,000 values, between .*"));
          assertThat(page.count().replaceAll("[.].*|,", "")).matches("[56][0-9]{3}");
          assertSketch(page);
        });
  }

  @Test
  void whatStands_ofLatestValues() {
    record(
        "shown-latest",
        "{\"kind\": \"latest\"}",
        30,
        i -> "{\"actor\": \"P%d\", \"version\": %d, \"value\": 100}".formatted(i % 3, i));
    look(
        "shown-latest",
        page -> {
          await().until(() -> page.count().equals("300"));
          assertThat(page.facts()).isEqualTo("what stands, of 30 statements");
          await().until(() -> page.tail().equals("0 in 0 events"));
          assertThat(page.splitsTheCount()).isTrue();
          assertThat(page.offersRecording()).as("a click could not say enough").isFalse();
        });
  }

  @Test
  void aQuota_withWhatIsLeftAndWhenItResets() {
    record(
        "shown-quota",
        "{\"kind\": \"linear\", \"max\": 1000, \"period\": \"month\"}",
        1,
        i -> "{\"delta\": 250}");
    look(
        "shown-quota",
        page -> {
          await().until(() -> page.count().equals("250"));
          await().until(() -> page.bounds().startsWith("Used 250 of 1,000 Left 750 Resets 1 "));
          assertThat(page.bounds()).contains(", in ");
          assertThat(page.betweenBounds()).isEqualTo(0.25);
        });
  }

  private static void assertSketch(DashboardPage page) {
    assertThat(page.splitsTheCount()).as("nothing of it is settled, or a tail").isFalse();
    assertThat(page.offersRecording()).as("a click could not say enough").isFalse();
  }

  private static String value(String text) {
    return "{\"value\": \"" + text + "\"}";
  }

  private static void record(
      String namespace, String settings, int events, IntFunction<String> event) {
    seeded.put(namespace, settings, 201);
    seeded.recordOf(
        namespace, COUNTER, Api.array(IntStream.range(0, events).boxed().toList(), event::apply));
  }

  private static void look(String namespace, Consumer<DashboardPage> look) {
    try (DashboardPage page = DashboardPage.open(browser, quipu.uri(0), namespace)) {
      page.find(COUNTER);
      await().until(() -> page.selected().equals(COUNTER));
      look.accept(page);
      Pictures.write("kinds/" + namespace, page.picture());
      assertThat(page.complaints()).isEmpty();
    }
  }
}
