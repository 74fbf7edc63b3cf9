package io.quipu.engine.state;

import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.names.Subject;
import java.util.UUID;

/**
 * A row that counts for an id of a counter. By {@linkplain DeduplicationWindow#OTHER_RULES other
 * rules} than deduplication, the row counts for the {@link Subject} of the id.
 *
 * @param at the timeuuid of the row
 * @param delta the delta of the row
 * @param events the number of events in the row
 * @param window the seconds of event time for which the id is remembered, or {@link
 *     DeduplicationWindow#FOREVER}, or the number of another rule
 */
public record CountedId(String id, UUID at, long delta, int events, int window) {
  public CountedId {
    if (window == DeduplicationWindow.OFF) {
      throw new IllegalArgumentException("an id that nobody remembers: " + window);
    }
  }
}
