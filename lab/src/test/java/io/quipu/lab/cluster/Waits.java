package io.quipu.lab.cluster;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;

/** Waiting, with the patience that a slow machine needs. */
final class Waits {
  /**
   * Until nodes and instances are up again. On two cores that others use as well, a start takes two
   * minutes; it only has to come about.
   */
  static final Duration RECOVERY = Duration.ofMinutes(10);

  private Waits() {}

  /** Lets a fault last: nothing is decided by how long exactly. */
  static void lasting(Duration time) {
    await().pollDelay(time).atMost(time.plusMinutes(1)).until(() -> true);
  }

  /** Asks until there is an answer. */
  static <T> T answer(String what, Callable<T> question) {
    return await(what)
        .atMost(RECOVERY)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(500))
        .ignoreExceptions()
        .until(question, Objects::nonNull);
  }

  /** Waits for what must come about by itself. */
  static void until(String what, Callable<Boolean> condition) {
    until(what, RECOVERY, condition);
  }

  /** Waits for what must come about by itself, although faults go on. */
  static void until(String what, Duration atMost, Callable<Boolean> condition) {
    await(what)
        .atMost(atMost)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(200))
        .ignoreExceptions()
        .until(condition);
  }
}
