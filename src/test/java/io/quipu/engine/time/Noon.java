package io.quipu.engine.time;

import io.quipu.engine.windows.EventTime;
import java.time.Instant;

/** The beginning of {@link HandDrivenTime}, and seconds after it. */
public final class Noon {
  public static final EventTime NOON = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));

  private Noon() {}

  public static EventTime second(long second) {
    return NOON.plusTicks(second * EventTime.TICKS_PER_SECOND);
  }
}
