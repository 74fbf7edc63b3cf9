package io.quipu.client;

import java.util.Objects;

/**
 * One event. Sent again with the same {@code id}, it counts once within the deduplication window of
 * its namespace.
 *
 * @param namespace where its counter is
 * @param counter 1 to 512 bytes of UTF-8
 * @param delta what it adds: from -10<sup>15</sup> to 10<sup>15</sup>, not 0
 * @param id 1 to 256 bytes of UTF-8, which no other event of the counter has
 */
public record Event(String namespace, String counter, long delta, String id) {
  public Event {
    Objects.requireNonNull(namespace, "namespace");
    Objects.requireNonNull(counter, "counter");
    Objects.requireNonNull(id, "id");
  }

  /** An event with an id of its own: 128 random bits. */
  public static Event of(String namespace, String counter, long delta) {
    return new Event(namespace, counter, delta, EventIds.next());
  }
}
