package io.quipu.testing.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.e2e.RunningQuipu;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
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
  private static final String PLACE = System.getProperty("picture", "");

  private final Path file = Path.of(PLACE.isEmpty() ? "target/dashboard.png" : PLACE);

  @Test
  void showsCountersThatMove(TestCassandra cassandra, Chromium browser) throws Exception {
    try (RunningQuipu quipu = RunningQuipu.start(1, cassandra, Map.of());
        MovingCounters counters = MovingCounters.start(quipu.api(0));
        Tab tab = browser.open()) {
      tab.lookLight(WIDTH, HEIGHT);
      await("counters to be settled, and so listed").until(counters::areListed);
      tab.navigate(quipu.uri(0).resolve("/#namespace=default&counter=" + counters.watched()));
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
      write(tab.picture());
      assertThat(tab.complaints()).isEmpty();
      assertThat(counters.refusals()).isEmpty();
    }
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
