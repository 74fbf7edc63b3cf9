package io.quipu.testing.e2e;

import static org.awaitility.Awaitility.await;

import io.quipu.engine.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;

/** {@link CollectionScenario} on a clock that is moved on. */
@EndToEnd
class CollectionIT extends CollectionScenario {
  /** Shorter than the lease: to the group, heartbeats are late and no more. */
  private static final Duration STEP = Duration.ofSeconds(40);

  /** A page that has nothing to settle is moved every other minute, and has to be moved twice. */
  private static final int STEPS = 6;

  private final MovedClock clock = new MovedClock();

  @Override
  Clock clock() {
    return clock;
  }

  @Override
  void passTime() {
    for (int i = 0; i < STEPS; i++) {
      clock.moveOn(STEP);
      Map<UUID, Long> before = heartbeats();
      await("a heartbeat that began after the clock was moved")
          .until(
              () ->
                  heartbeats().entrySet().stream()
                      .allMatch(
                          beat -> beat.getValue() > before.getOrDefault(beat.getKey(), 0L) + 1));
      recordElsewhere();
    }
  }
}
