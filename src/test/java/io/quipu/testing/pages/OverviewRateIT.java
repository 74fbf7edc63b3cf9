package io.quipu.testing.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import io.quipu.testing.e2e.RunningQuipu;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The rate that the page of all namespaces shows, beside the load that there is. */
@Thorough
@Pages
class OverviewRateIT {
  private static final int PER_SECOND = 40;
  private static final int BATCHES_PER_SECOND = 4;

  /** All of a minute, and its end. */
  private static final Duration SAMPLED = Duration.ofSeconds(65);

  private static final int MINUTE_MILLIS = 60_000;

  private final ScheduledExecutorService load = Executors.newSingleThreadScheduledExecutor();
  private final AtomicLong recorded = new AtomicLong();
  private RunningQuipu quipu;
  private Chromium browser;

  @BeforeEach
  void start(TestCassandra cassandra, Chromium chromium) {
    quipu = RunningQuipu.start(1, cassandra, Map.of());
    browser = chromium;
  }

  @AfterEach
  void stop() {
    load.shutdownNow();
    quipu.close();
  }

  @Test
  void isThatOfTheLoad_atEachMoment() {
    SeededCounters seeded = new SeededCounters(quipu);
    seeded.create("busy");
    seeded.create("idle");
    seeded.record("idle", 3, i -> "at rest");
    ScheduledFuture<?> running =
        load.scheduleAtFixedRate(
            () -> record(seeded), 0, 1_000 / BATCHES_PER_SECOND, TimeUnit.MILLISECONDS);
    long start = System.nanoTime();
    long first = firstMillis();
    try (Tab tab = browser.open()) {
      tab.navigate(quipu.uri(0).resolve("/"));
      await().atMost(Duration.ofMinutes(3)).until(() -> System.currentTimeMillis() > first);
      int[] samples = {0};
      await()
          .atMost(SAMPLED.multipliedBy(2))
          .pollInterval(Duration.ofMillis(500))
          .until(
              () -> {
                double shown = Double.parseDouble(tab.text("#overview-rate").replace(",", ""));
                double really = recorded.get() / ((System.nanoTime() - start) / 1e9);
                samples[0]++;
                assertThat(shown)
                    .as("after %d samples", samples[0])
                    .isCloseTo(really, within(0.2 * really));
                return System.currentTimeMillis() > first + SAMPLED.toMillis();
              });
      assertThat(samples[0]).isPositive();
      assertThat(running.isDone()).as("the load has failed").isFalse();
      assertThat(tab.complaints()).isEmpty();
    }
  }

  /**
   * At each moment it is shown, or among those of which the page says that it does not know them.
   */
  @Test
  void aBusyNamespaceIsNeverHidden_becauseItWasNotKnown() {
    SeededCounters seeded = new SeededCounters(quipu);
    for (int i = 0; i < 60; i++) {
      seeded.create("idle-%02d".formatted(i));
    }
    seeded.create("zz-busy");
    seeded.record("zz-busy", 500, i -> "a");
    // the page shows what is settled
    quipu.api(0).settled("zz-busy", "a");
    try (Tab tab = browser.open()) {
      tab.navigate(quipu.uri(0).resolve("/"));
      String isHidden =
          "(() => { const names = (selector) => [...document.querySelectorAll(selector)].map("
              + "(one) => one.textContent.trim()); const known = names('.card h2, .names a');"
              + " return known.length > 0 && !names('.card h2, #overview-unread a').includes("
              + "'zz-busy') })()";
      await()
          .atMost(Duration.ofMinutes(2))
          .pollInterval(Duration.ofMillis(20))
          .until(
              () -> {
                assertThat(tab.isTrue(isHidden)).isFalse();
                return tab.text(".card h2").equals("zz-busy")
                    && tab.isTrue("document.querySelectorAll('#overview-empty a').length === 61");
              });
      assertThat(tab.complaints()).isEmpty();
    }
  }

  /**
   * When the minute before the present one has had the load from its start. The rate takes a part
   * of that minute for as busy as the whole.
   */
  private static long firstMillis() {
    return Math.floorDiv(System.currentTimeMillis(), MINUTE_MILLIS) * MINUTE_MILLIS
        + 2 * MINUTE_MILLIS;
  }

  private void record(SeededCounters seeded) {
    int events = PER_SECOND / BATCHES_PER_SECOND;
    seeded.record("busy", events, i -> "counter " + i);
    recorded.addAndGet(events);
  }
}
