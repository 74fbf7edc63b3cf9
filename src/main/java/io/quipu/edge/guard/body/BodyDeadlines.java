package io.quipu.edge.guard.body;

import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The deadlines of bodies that have not arrived in full. One timer serves all bodies, because most
 * bodies arrive immediately. Confined to the context of one server instance.
 */
public final class BodyDeadlines {
  private static final long TICK_MILLIS = 1_000;

  private final Map<RequestBody, Integer> begun = new LinkedHashMap<>();
  private final int seconds;
  private int tick;

  /**
   * @param seconds the seconds in which a body has to arrive; a body may take up to a second more
   */
  public BodyDeadlines(Vertx vertx, int seconds) {
    this.seconds = seconds;
    vertx.setPeriodic(TICK_MILLIS, timer -> tick());
  }

  /**
   * Starts the deadline of a body. Calls {@link RequestBody#late} after the deadline, unless {@link
   * #end} is called before.
   */
  void begin(RequestBody body) {
    begun.put(body, tick);
  }

  int seconds() {
    return seconds;
  }

  void end(RequestBody body) {
    begun.remove(body);
  }

  private void tick() {
    tick++;
    List<RequestBody> late = new ArrayList<>();
    // The oldest bodies come first.
    for (Map.Entry<RequestBody, Integer> each : begun.entrySet()) {
      if (tick - each.getValue() <= seconds) {
        break;
      }
      late.add(each.getKey());
    }
    late.forEach(begun::remove);
    late.forEach(RequestBody::late);
  }
}
