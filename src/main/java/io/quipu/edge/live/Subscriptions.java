package io.quipu.edge.live;

import io.quipu.engine.live.LiveMessages.Prefix;
import io.quipu.engine.live.LiveMeters;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The counters that one connection follows. For a client that is behind, at most one count per
 * counter is held, whatever the number of events. Confined to the context of its connection.
 */
public final class Subscriptions {
  /** The maximum number of counters that one connection may follow. */
  public static final int LIMIT = 1_000;

  /** The maximum number of prefixes that one connection may follow. */
  static final int MOST_PREFIXES = 16;

  /** The outcomes of a request to follow counters. */
  public enum Outcome {
    FOLLOWED,
    /** The connection would follow too many counters. No subscription changed. */
    TOO_MANY,
    /** The instance would have too many subscriptions. No subscription changed. */
    INSTANCE_FULL
  }

  /** By the names as the client says them: a connection ends when a namespace is deleted. */
  private final Map<CounterName, Subscription> subscriptions = new HashMap<>();

  private final Set<CounterName> named = new HashSet<>();
  private final Map<Prefix, PrefixSubscription> prefixes = new HashMap<>();
  private final Set<Subscription> held = new LinkedHashSet<>();
  private final Feed feed;
  private final Outlet outlet;
  private final Scheduler scheduler;
  private final Clock clock;
  private final LiveMeters meters;

  public Subscriptions(
      Feed feed, Outlet outlet, Scheduler scheduler, Clock clock, LiveMeters meters) {
    this.feed = feed;
    this.outlet = outlet;
    this.scheduler = scheduler;
    this.clock = clock;
    this.meters = meters;
  }

  /**
   * Follows all of the counters or none. For a counter that is followed already, sets the new
   * interval, and sends the current count once more.
   */
  public Outcome subscribe(Collection<KnownCounter> counters, Duration minInterval) {
    Outcome outcome = followAll(counters, minInterval);
    if (outcome == Outcome.FOLLOWED) {
      counters.forEach(counter -> named.add(counter.name().named()));
    }
    return outcome;
  }

  /** Follows all of the counters or none, but does not note that the client named them. */
  Outcome followAll(Collection<KnownCounter> counters, Duration minInterval) {
    Set<KnownCounter> wanted = new LinkedHashSet<>(counters);
    int added =
        (int)
            wanted.stream().filter(name -> !subscriptions.containsKey(name.name().named())).count();
    if (subscriptions.size() + added > LIMIT) {
      return Outcome.TOO_MANY;
    }
    if (!feed.hasRoomFor(added)) {
      return Outcome.INSTANCE_FULL;
    }
    for (KnownCounter counter : wanted) {
      Subscription subscription =
          subscriptions.computeIfAbsent(
              counter.name().named(), any -> new Subscription(counter, this));
      subscription.pace(minInterval);
      feed.follow(subscription);
    }
    return Outcome.FOLLOWED;
  }

  boolean follows(CounterName counter) {
    return subscriptions.containsKey(counter.named());
  }

  /** Returns the subscription of a prefix; null if the prefix is not followed. */
  @Nullable PrefixSubscription of(Prefix prefix) {
    return prefixes.get(prefix);
  }

  /** Adds a prefix, which must then be begun or removed; false if there are too many prefixes. */
  boolean add(PrefixSubscription prefix) {
    if (prefixes.size() == MOST_PREFIXES) {
      return false;
    }
    prefixes.put(prefix.prefix(), prefix);
    return true;
  }

  /**
   * Removes a prefix. Unfollows its counters, except counters that the client named, and counters
   * of other followed prefixes.
   */
  void remove(PrefixSubscription prefix) {
    prefixes.remove(prefix.prefix());
    endUnwanted(subscriptions.keySet().stream().filter(prefix::holds).toList());
  }

  /**
   * Unfollows the counters. Ignores counters that are not followed. A counter of a followed prefix
   * stays followed.
   */
  public void unsubscribe(Collection<CounterName> counters) {
    counters.forEach(named::remove);
    endUnwanted(counters);
  }

  private void endUnwanted(Collection<CounterName> counters) {
    for (CounterName counter : counters) {
      boolean wanted =
          named.contains(counter)
              || prefixes.values().stream().anyMatch(prefix -> prefix.holds(counter));
      Subscription subscription = wanted ? null : subscriptions.remove(counter);
      if (subscription != null) {
        end(subscription);
      }
    }
  }

  /** Sends the held counts, in the order of holding, until the client is behind again. */
  public void drained() {
    while (!held.isEmpty() && !outlet.isFull()) {
      Subscription next = held.iterator().next();
      held.remove(next);
      next.flush();
    }
  }

  /** The prefixes that are followed. */
  List<PrefixSubscription> prefixes() {
    return List.copyOf(prefixes.values());
  }

  /** Ends all subscriptions, because the connection is closed or is closing. */
  public void close() {
    subscriptions.values().forEach(this::end);
    subscriptions.clear();
    named.clear();
    prefixes.clear();
  }

  public int size() {
    return subscriptions.size();
  }

  private void end(Subscription subscription) {
    held.remove(subscription);
    subscription.end();
    feed.unfollow(subscription);
  }

  void hold(Subscription subscription) {
    held.add(subscription);
  }

  Outlet outlet() {
    return outlet;
  }

  Scheduler scheduler() {
    return scheduler;
  }

  LiveMeters meters() {
    return meters;
  }

  long nanos() {
    return clock.monotonicNanos();
  }
}
