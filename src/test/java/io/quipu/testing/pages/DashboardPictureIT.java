package io.quipu.testing.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.e2e.Api;
import io.quipu.testing.e2e.RunningQuipu;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/**
 * Takes the picture of the dashboard that the README shows. Each build takes one into {@code
 * target/}; {@code -Dpicture=docs/images/dashboard.png} lets the counters move for long enough to
 * fill the charts, and writes the picture to the place that is committed.
 */
@Pages
class DashboardPictureIT {
  private static final int WIDTH = 1280;
  private static final int HEIGHT = 960;
  private static final List<String> COUNTRIES = List.of("CH", "DE", "US", "IN", "FR", "JP");
  private static final String PLACE = System.getProperty("picture", "");

  private final Path file = Path.of(PLACE.isEmpty() ? "target/dashboard.png" : PLACE);

  @Test
  void showsCountersThatMove(TestCassandra cassandra, Chromium browser) throws Exception {
    try (RunningQuipu quipu = RunningQuipu.start(1, cassandra, Map.of());
        Tab tab = browser.open()) {
      recordMonth(quipu.api(0));
      try (MovingCounters counters = MovingCounters.start(quipu.api(0))) {
        take(quipu, counters, tab);
      }
    }
  }

  private void take(RunningQuipu quipu, MovingCounters counters, Tab tab) throws Exception {
    tab.lookLight(WIDTH, HEIGHT);
    await("counters to be settled, and so listed").until(counters::areListed);
    tab.navigate(
        quipu.uri(0).resolve("/#namespace=shop&range=30d&counter=" + MovingCounters.WATCHED));
    await("the page to be live").until(() -> tab.text("#connection-words").equals("Live"));
    await("all counters to be listed")
        .until(() -> rows(tab, ".row") >= MovingCounters.NAMES.size());
    long before = count(tab);
    await("the count to move").until(() -> count(tab) > before);
    if (!PLACE.isEmpty()) {
      await().pollDelay(Duration.ofSeconds(59)).until(() -> true);
    }
    counters.pause();
    await("settled and tail to sum to the count").until(() -> settledAndTail(tab) == count(tab));
    await("windows to sum to the count").until(() -> windows(tab) == count(tab));
    await("the count to rest").until(() -> tab.isTrue("document.getAnimations().length === 0"));
    write(tab.picture());
    assertThat(tab.complaints()).isEmpty();
    assertThat(counters.refusals()).isEmpty();
  }

  /** More on weekdays than at weekends, and more each week, from some countries. */
  private static void recordMonth(Api api) {
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    JsonObject settings =
        new JsonObject()
            .put("lateness", "31d")
            .put("labels", List.of("country"))
            .put("breakdowns", List.of(List.of("country")))
            .put("notes", Map.of(today.minusDays(9).toString(), "New shop"));
    assertThat(api.put("/v1/namespaces/shop", settings.encode()).status()).isEqualTo(201);
    Random random = new Random(4711);
    JsonArray events = new JsonArray();
    for (int day = 1; day < 30; day++) {
      LocalDate date = today.minusDays(day);
      boolean isWeekend = date.getDayOfWeek().getValue() > DayOfWeek.FRIDAY.getValue();
      int visits = (isWeekend ? 260 : 420) - 6 * day + random.nextInt(80) + (day < 10 ? 120 : 0);
      for (int i = 0; i < COUNTRIES.size(); i++) {
        events.add(
            MovingCounters.event(MovingCounters.WATCHED)
                .put("delta", visits * (COUNTRIES.size() - i) / 6 + random.nextInt(40))
                .put("time", date + "T12:00:00Z")
                .put("labels", Map.of("country", COUNTRIES.get(i))));
      }
    }
    // a time is taken once the instance knows the time of the group
    await("the month to be recorded")
        .until(() -> api.post("/v1/events", "application/json", events.encode()).status() == 201);
  }

  private static long rows(Tab tab, String selector) {
    return ((Number) tab.evaluate("document.querySelectorAll('" + selector + "').length"))
        .longValue();
  }

  private static long count(Tab tab) {
    return number(tab.text("#detail-count"));
  }

  /** All that was counted is in them, and shown as "3,654 in 1 h". */
  private static long windows(Tab tab) {
    return number(tab.text("#window-chart .readout").replaceFirst(" .*", ""));
  }

  /** Both are shown as "3,654 in 3,654 events". */
  private static long settledAndTail(Tab tab) {
    return Stream.of("#exact-settled", "#exact-tail")
        .mapToLong(part -> number(tab.text(part).replaceFirst(" .*", "")))
        .sum();
  }

  private static long number(String text) {
    String digits = text.replace(",", "");
    return digits.matches("[0-9]+") ? Long.parseLong(digits) : 0;
  }

  private void write(byte[] png) throws Exception {
    BufferedImage picture = ImageIO.read(new ByteArrayInputStream(png));
    assertThat(picture.getWidth()).isEqualTo(WIDTH);
    assertThat(picture.getHeight()).isEqualTo(HEIGHT);
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.write(file, png);
  }
}
