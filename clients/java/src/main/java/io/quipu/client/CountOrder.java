package io.quipu.client;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * Which messages about a counter are older than what was told. On one connection the service sees
 * to their order; another instance may know less for a moment. {@code events} only grows, whatever
 * the deltas are, but for a reset: that shows as a negative tail, or in a newer checkpoint.
 *
 * <p>Not safe for several threads.
 */
final class CountOrder {
  private final Map<CounterRef, Told> told = new HashMap<>();

  /**
   * The count that was told last.
   *
   * @param connection over which, by its number
   */
  private record Told(Count count, long connection) {}

  /** Tells whether a message is to be told; it is the last one from now on. */
  boolean accepts(Count count, long connection) {
    CounterRef counter = new CounterRef(count.namespace(), count.counter());
    Told last = told.get(counter);
    if (last != null && last.connection() != connection && isOlder(count, last.count())) {
      return false;
    }
    told.put(counter, new Told(count, connection));
    return true;
  }

  /** Tells a count that was read; messages are held against it. */
  void read(Count count) {
    told.put(new CounterRef(count.namespace(), count.counter()), new Told(count, -1));
  }

  private static boolean isOlder(Count count, Count last) {
    return count.events().compareTo(last.events()) < 0
        && count.tail().events().signum() >= 0
        && !isLater(count.settled().until(), last.settled().until());
  }

  private static boolean isLater(@Nullable Instant until, @Nullable Instant before) {
    return until != null && (before == null || until.isAfter(before));
  }
}
