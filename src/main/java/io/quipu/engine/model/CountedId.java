package io.quipu.engine.model;

import java.util.UUID;

/**
 * A row that counts for an id of a counter; by another rule than deduplication, one that stands for
 * a {@link io.quipu.engine.model.Subject}.
 *
 * @param at of the row
 * @param delta of the row
 * @param window for how many seconds of event time the id is remembered, or {@link
 *     DeduplicationWindow#FOREVER}, or the number of another rule
 */
public record CountedId(String id, UUID at, long delta, int window) {
  public CountedId {
    if (window == DeduplicationWindow.OFF) {
      throw new IllegalArgumentException("an id that nobody remembers: " + window);
    }
  }
}
