package io.quipu.live.feed;

import io.quipu.counter.CounterName;
import io.quipu.counter.KnownCounter;
import io.quipu.live.LiveMeters;
import io.quipu.time.Clock;
import io.quipu.time.Scheduler;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * What one connection follows. Holds at most one count per counter for a client that is behind,
 * however much happens meanwhile. Confined to the context of its connection.
 */
public final class Subscriptions {
  /** Most counters that one connection may follow. */
  public static final int LIMIT = 1_000;

  /** What became of a wish to follow counters. */
  public enum Outcome {
    FOLLOWED,
    /** Nothing changed: the connection would follow too many. */
    TOO_MANY,
    /** Nothing changed: the connections of this instance follow as many as it can bear. */
    INSTANCE_FULL
  }

  private final Map<CounterName, Subscription> subscriptions = new HashMap<>();
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
   * Follows all of the counters or none. A counter that is followed already takes the new pace, and
   * its current count is sent once more.
   */
  public Outcome subscribe(Collection<KnownCounter> counters, Duration minInterval) {
    Set<KnownCounter> wanted = new LinkedHashSet<>(counters);
    int added =
        (int) wanted.stream().filter(name -> !subscriptions.containsKey(name.name())).count();
    if (subscriptions.size() + added > LIMIT) {
      return Outcome.TOO_MANY;
    }
    if (!feed.hasRoomFor(added)) {
      return Outcome.INSTANCE_FULL;
    }
    for (KnownCounter counter : wanted) {
      Subscription subscription =
          subscriptions.computeIfAbsent(counter.name(), any -> new Subscription(counter, this));
      subscription.pace(minInterval);
      feed.follow(subscription);
    }
    return Outcome.FOLLOWED;
  }

  /** Follows the counters no longer; those that were not followed are ignored. */
  public void unsubscribe(Collection<CounterName> counters) {
    for (CounterName counter : counters) {
      Subscription subscription = subscriptions.remove(counter);
      if (subscription != null) {
        end(subscription);
      }
    }
  }

  /** The client has caught up: what was held for it goes out, in the order of the waiting. */
  public void drained() {
    while (!held.isEmpty() && !outlet.isFull()) {
      Subscription next = held.iterator().next();
      held.remove(next);
      next.flush();
    }
  }

  /** The connection is gone. */
  public void close() {
    subscriptions.values().forEach(this::end);
    subscriptions.clear();
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
