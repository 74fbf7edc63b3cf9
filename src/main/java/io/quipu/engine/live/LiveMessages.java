package io.quipu.engine.live;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.KnownCounter;
import java.time.Duration;
import java.util.List;

/** The requests that live verticles take, and their answers. */
public final class LiveMessages {
  private LiveMessages() {}

  /** All counters of a namespace whose names begin so. */
  public record Prefix(String namespace, String prefix) implements Comparable<Prefix> {
    /** Tells whether the counter is one of them. */
    public boolean holds(CounterName counter) {
      return counter.namespace().equals(namespace) && counter.name().startsWith(prefix);
    }

    @Override
    public int compareTo(Prefix other) {
      int order = namespace.compareTo(other.namespace);
      return order != 0 ? order : prefix.compareTo(other.prefix);
    }
  }

  /**
   * @param subscriber an HTTP instance, by a name that no other has
   */
  public record WatchPrefix(String subscriber, Prefix prefix, boolean on) {}

  /**
   * @param names of counters, of one connection's worth at most
   * @param more whether there are others
   */
  public record CounterList(List<String> names, boolean more) {}

  /**
   * @param names that were not told before
   * @param more whether there are others that are not told
   */
  public record Born(Prefix prefix, List<String> names, boolean more) {}

  /**
   * @param subscriber an HTTP instance, by a name that no other has
   * @param on whether the subscriber wants the counter; to want it again asks for another snapshot
   * @param minInterval the least time between two counts that any of its own subscribers asked for
   */
  public record Watch(String subscriber, KnownCounter counter, boolean on, Duration minInterval) {
    /** As often as there is something new. */
    public Watch(String subscriber, KnownCounter counter, boolean on) {
      this(subscriber, counter, on, Duration.ZERO);
    }
  }

  /** The answer to a {@link Watch}; the store being unavailable is its only failure. */
  public sealed interface Reply {
    /** Watched; the reading is of a read that began after the request had arrived. */
    record Snapshot(Reading reading) implements Reply {}

    /** Not watched any more. */
    record Ended() implements Reply {}
  }
}
