package io.quipu.client;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * One event, which may stand for several happenings. Sent again with the same {@code id}, it counts
 * once within the deduplication window of its namespace.
 *
 * @param namespace where its counter is
 * @param counter 1 to 512 bytes of UTF-8
 * @param delta what it adds: from -10<sup>15</sup> to 10<sup>15</sup>, not 0
 * @param events how many happenings it stands for: 1 to 10<sup>6</sup>
 * @param id 1 to 256 bytes of UTF-8, which no other event of the counter has
 * @param time when it happened, as far back as the lateness of the namespace allows; null for when
 *     it is recorded
 * @param labels the values of labels of the namespace, by which its counters are broken down
 */
public record Event(
    String namespace,
    String counter,
    long delta,
    int events,
    String id,
    @Nullable Instant time,
    Map<String, String> labels)
    implements Recordable {
  public Event {
    Objects.requireNonNull(namespace, "namespace");
    Objects.requireNonNull(counter, "counter");
    Objects.requireNonNull(id, "id");
    labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    labels.values().forEach(value -> Objects.requireNonNull(value, "the value of a label"));
  }

  /** An event without labels. */
  public Event(
      String namespace, String counter, long delta, int events, String id, @Nullable Instant time) {
    this(namespace, counter, delta, events, id, time, Map.of());
  }

  /** An event that happens when it is recorded. */
  public Event(String namespace, String counter, long delta, int events, String id) {
    this(namespace, counter, delta, events, id, null);
  }

  /** An event that stands for one happening. */
  public Event(String namespace, String counter, long delta, String id) {
    this(namespace, counter, delta, 1, id);
  }

  /** An event with an id of its own, that stands for one happening. */
  public static Event of(String namespace, String counter, long delta) {
    return new Event(namespace, counter, delta, newId());
  }

  /** This event, as one that happened at a time. */
  public Event at(Instant when) {
    return new Event(namespace, counter, delta, events, id, when, labels);
  }

  /** This event, with the values of labels. */
  public Event with(Map<String, String> some) {
    return new Event(namespace, counter, delta, events, id, time, some);
  }

  /** An id that no other event has: 128 random bits. */
  public static String newId() {
    return EventIds.next();
  }
}
