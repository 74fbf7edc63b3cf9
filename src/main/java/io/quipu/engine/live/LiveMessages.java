package io.quipu.engine.live;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.KnownCounter;
import java.time.Duration;
import java.util.List;

/** The requests that live verticles take, and their answers. */
public final class LiveMessages {
  private LiveMessages() {}

  /** All counters of a namespace whose names begin with a prefix. */
  public record Prefix(String namespace, String prefix) implements Comparable<Prefix> {
    /** Tells whether a counter has this prefix. */
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
   * @param names the names of counters, at most as many as one connection may follow
   * @param more whether the prefix has further counters
   */
  public record CounterList(List<String> names, boolean more) {}

  /**
   * @param names the names that were not told before
   * @param more whether the prefix has further counters, which are not told
   */
  public record Born(Prefix prefix, List<String> names, boolean more) {}

  /**
   * @param subscriber an HTTP instance, by a name that no other has
   * @param on whether the subscriber wants the counter; a repeated request gets another snapshot
   * @param minInterval the shortest time between two counts that a client of the subscriber asked
   *     for
   */
  public record Watch(String subscriber, KnownCounter counter, boolean on, Duration minInterval) {
    /** A request for every new count. */
    public Watch(String subscriber, KnownCounter counter, boolean on) {
      this(subscriber, counter, on, Duration.ZERO);
    }
  }

  /** The answer to a {@link Watch}. The only failure is an unavailable store. */
  public sealed interface Reply {
    /** The counter is watched. Its read began after the request had arrived. */
    record Snapshot(Reading reading) implements Reply {}

    /** The subscriber does not watch the counter any more. */
    record Ended() implements Reply {}
  }
}
