package io.quipu.engine.live;

import io.quipu.engine.names.CounterLives;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.store.LivingNames.LivingCounters;
import java.time.Duration;
import java.util.List;

/**
 * The requests that the live verticle takes, and the answers and messages that it sends. It also
 * publishes changed counts, each as a {@link Reading}.
 */
public final class LiveMessages {
  private LiveMessages() {}

  /**
   * All counters of a namespace whose names begin with a prefix.
   *
   * @param life see {@link CounterName#life}
   * @param lives of the counters; {@link CounterLives#NONE} until the namespace was looked up
   */
  public record Prefix(String namespace, int life, CounterLives lives, String prefix)
      implements Comparable<Prefix> {
    /** Makes a prefix as a caller says it, before its namespace is looked up. */
    public Prefix(String namespace, String prefix) {
      this(namespace, 0, CounterLives.NONE, prefix);
    }

    /** Tells whether a counter has this prefix, in its present life. */
    public boolean holds(CounterName counter) {
      return counter.namespace().equals(namespace)
          && counter.life() == life
          && counter.name().startsWith(prefix)
          && counter.purged() == lives.of(counter.name());
    }

    /** Returns the prefix in this life of its namespace. */
    public Prefix in(Namespace known) {
      return new Prefix(namespace, known.life(), known.knownLives(), prefix);
    }

    /** The counters that have names with this prefix, and others of the namespace. */
    LivingCounters counters() {
      return new LivingCounters(namespace, life, lives);
    }

    /** The name under which the namespace is stored. */
    public String stored() {
      return CounterName.storedName(namespace, life, 0);
    }

    @Override
    public int compareTo(Prefix other) {
      int order = namespace.compareTo(other.namespace);
      order = order != 0 ? order : Integer.compare(life, other.life);
      order = order != 0 ? order : lives.compareTo(other.lives);
      return order != 0 ? order : prefix.compareTo(other.prefix);
    }
  }

  /**
   * @param subscriber the unique name of an HTTP instance
   * @param on true to watch the prefix, false to watch it no longer
   */
  public record WatchPrefix(String subscriber, Prefix prefix, boolean on) {}

  /**
   * @param names the names of counters, at most {@link WatchedPrefixes#MOST_COUNTERS}
   * @param more whether the prefix has further counters
   */
  public record CounterList(List<String> names, boolean more) {}

  /**
   * @param names the names that subscribers of the prefix do not know yet
   * @param more whether the prefix has further counters, whose names are not sent yet, or not at
   *     all
   */
  public record Born(Prefix prefix, List<String> names, boolean more) {}

  /**
   * @param subscriber the unique name of an HTTP instance
   * @param on true to watch the counter, false to watch it no longer; each request with true gets a
   *     snapshot, even if it repeats an earlier request
   * @param minInterval the shortest time between two counts that any live connection of the
   *     subscriber asked for
   */
  public record Watch(String subscriber, KnownCounter counter, boolean on, Duration minInterval) {
    /** Makes a request with a {@code minInterval} of zero. */
    public Watch(String subscriber, KnownCounter counter, boolean on) {
      this(subscriber, counter, on, Duration.ZERO);
    }
  }

  /**
   * The answer to a {@link Watch}. If there is none, the live verticle fails the request with the
   * store unavailable, whatever the cause.
   */
  public sealed interface Reply {
    /**
     * The counter is watched. The snapshot comes from a read that began after the request had
     * arrived.
     */
    record Snapshot(Reading reading) implements Reply {}

    /** The subscriber does not watch the counter. */
    record Ended() implements Reply {}
  }
}
