package io.quipu.client;

import java.util.Objects;

/**
 * An event of kind {@code linear}, which counts only if the count stays within bounds. Sent again
 * with the same {@code id}, it counts once, and has its first answer again.
 *
 * @param namespace where its counter is
 * @param counter 1 to 512 bytes of UTF-8
 * @param delta what it adds: from -10<sup>15</sup> to 10<sup>15</sup>, not 0
 * @param events how many happenings it stands for: 1 to 10<sup>6</sup>
 * @param id 1 to 256 bytes of UTF-8, which no other event of the counter has
 * @param min the least that the count may be after it, besides that of the namespace; null for any
 * @param max the most that the count may be after it, besides that of the namespace; null for any
 */
public record Increment(
    String namespace,
    String counter,
    long delta,
    int events,
    String id,
    @Nullable Long min,
    @Nullable Long max)
    implements Recordable {
  public Increment {
    Objects.requireNonNull(id, "id");
    // it is sent alone, to the path of its counter
    if (namespace.isEmpty() || counter.isEmpty()) {
      throw new IllegalArgumentException(
          (namespace.isEmpty() ? "namespace" : "counter")
              + " is empty; it needs 1 character at least");
    }
  }

  /** An increment with an id of its own, within the bounds of the namespace. */
  public static Increment of(String namespace, String counter, long delta) {
    return new Increment(namespace, counter, delta, 1, Event.newId(), null, null);
  }

  /** This increment, with bounds of the count after it; null for any. */
  public Increment within(@Nullable Long least, @Nullable Long most) {
    return new Increment(namespace, counter, delta, events, id, least, most);
  }
}
