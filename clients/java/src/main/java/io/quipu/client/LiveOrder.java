package io.quipu.client;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which messages about a counter are older than what was told. On one connection the service sees
 * to their order; another instance may know less for a moment.
 *
 * <p>Not safe for several threads.
 */
final class LiveOrder<T> {
  private final Followable<T> kind;
  private final Map<CounterRef, Told<T>> told = new HashMap<>();

  LiveOrder(Followable<T> kind) {
    this.kind = kind;
  }

  /**
   * The value that was told last.
   *
   * @param connection over which, by its number
   */
  private record Told<T>(T value, long connection) {}

  /** Tells whether a message is to be told; it is the last one from now on. */
  boolean accepts(T value, long connection) {
    CounterRef counter = kind.counter(value);
    Told<T> last = told.get(counter);
    if (last != null && last.connection() != connection && kind.isOlder(value, last.value())) {
      return false;
    }
    told.put(counter, new Told<>(value, connection));
    return true;
  }

  /** The counters that were told, but not over this connection. */
  List<CounterRef> untoldBy(long connection) {
    return told.entrySet().stream()
        .filter(one -> one.getValue().connection() != connection)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Tells a value that was read; messages are held against it, unless it has no events. */
  void read(T value) {
    if (kind.events(value).signum() == 0) {
      told.remove(kind.counter(value));
    } else {
      told.put(kind.counter(value), new Told<>(value, -1));
    }
  }
}
