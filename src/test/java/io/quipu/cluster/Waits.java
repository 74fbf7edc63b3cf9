package io.quipu.cluster;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Waiting, with the patience that a slow machine needs. */
final class Waits {
  /** Until nodes and instances are up again; starts of two nodes at once take a minute each. */
  static final Duration RECOVERY = Duration.ofMinutes(4);

  private Waits() {}

  /** Lets a fault last: nothing is decided by how long exactly. */
  static void lasting(Duration time) {
    await().pollDelay(time).atMost(time.plusMinutes(1)).until(() -> true);
  }

  /** Waits for what must come about by itself. */
  static void until(String what, Callable<Boolean> condition) {
    await(what)
        .atMost(RECOVERY)
        .pollInterval(Duration.ofMillis(200))
        .ignoreExceptions()
        .until(condition);
  }
}
