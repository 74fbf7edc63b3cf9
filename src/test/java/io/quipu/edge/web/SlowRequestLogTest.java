package io.quipu.edge.web;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class SlowRequestLogTest {
  private static final Logger LOGGER = (Logger) LoggerFactory.getLogger(SlowRequestLog.class);
  private static final long SLOW = SlowRequestLog.SLOW.toNanos();

  private final LoggedLines lines = new LoggedLines(LOGGER.getName());
  private final HttpMeters meters = new HttpMeters(new SimpleMeterRegistry());
  private final HttpMeters.Route events = meters.route("POST", "/v1/events");
  private final HttpMeters.Route counts = meters.route("POST", "/v1/counts");
  private long now = Duration.ofDays(1).toNanos();
  private final SlowRequestLog log = new SlowRequestLog(() -> now);

  @BeforeEach
  void listen() {
    LOGGER.setLevel(Level.INFO);
  }

  @AfterEach
  void stop() {
    lines.close();
    LOGGER.setLevel(null);
  }

  @Test
  void aSlowRequestIsALine_aQuickOneIsNone() {
    log.answered("quick", events, 201, SLOW - 1);
    log.answered("slow", events, 201, SLOW);
    assertThat(lines.of(Level.INFO))
        .containsExactly(
            "Request slow took 2000 ms: POST /v1/events, answered 201"
                + " (0 more since the last such line)");
  }

  @Test
  void manyAreOneLineForEachRouteAndWhile() {
    for (int i = 0; i < 5; i++) {
      log.answered("a" + i, events, 201, 2 * SLOW);
    }
    log.answered("b", counts, 503, SLOW);
    now += SlowRequestLog.PAUSE.toNanos();
    log.answered("c", events, 201, SLOW);
    assertThat(lines.of(Level.INFO))
        .hasSize(3)
        .anySatisfy(line -> assertThat(line).startsWith("Request a0 took 4000 ms"))
        .anySatisfy(line -> assertThat(line).startsWith("Request b took").contains("answered 503"))
        .anySatisfy(line -> assertThat(line).startsWith("Request c took").contains("(4 more"));
  }
}
