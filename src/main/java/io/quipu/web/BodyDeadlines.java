package io.quipu.web;

import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The bodies that have not arrived in full, and when each must have. One timer looks after all of
 * them, as most arrive at once. Confined to the context of one server instance.
 */
final class BodyDeadlines {
  private static final long TICK_MILLIS = 1_000;

  private final Map<Runnable, Integer> begun = new LinkedHashMap<>();
  private final int seconds;
  private int tick;

  /**
   * @param seconds how long a body may take to arrive, and up to a second more
   */
  BodyDeadlines(Vertx vertx, int seconds) {
    this.seconds = seconds;
    vertx.setPeriodic(TICK_MILLIS, timer -> tick());
  }

  /**
   * A body begins to arrive.
   *
   * @param late told when it has taken too long, unless it ended before
   */
  void begin(Runnable late) {
    begun.put(late, tick);
  }

  int seconds() {
    return seconds;
  }

  void end(Runnable late) {
    begun.remove(late);
  }

  private void tick() {
    tick++;
    List<Runnable> late = new ArrayList<>();
    // The oldest come first.
    for (Map.Entry<Runnable, Integer> each : begun.entrySet()) {
      if (tick - each.getValue() <= seconds) {
        break;
      }
      late.add(each.getKey());
    }
    late.forEach(begun::remove);
    late.forEach(Runnable::run);
  }
}
