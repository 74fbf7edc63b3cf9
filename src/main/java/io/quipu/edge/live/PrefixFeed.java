package io.quipu.edge.live;

import io.quipu.engine.live.LiveMessages.Born;
import io.quipu.engine.live.LiveMessages.CounterList;
import io.quipu.engine.live.LiveMessages.Prefix;
import io.quipu.engine.live.LiveMessages.WatchPrefix;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * The prefixes that the connections of one HTTP instance follow, taken together: each is watched
 * once, however many follow it. Confined to the context of the instance.
 */
public final class PrefixFeed {
  /** Asks the live verticle. */
  @FunctionalInterface
  public interface Source {
    /** Completes on the context of the feed, and always does. */
    CompletionStage<CounterList> watch(WatchPrefix watch);
  }

  private final Map<Prefix, Set<PrefixSubscription>> followers = new HashMap<>();
  private final String subscriber;
  private final Source source;

  /**
   * @param subscriber the name of this instance, which no other has
   */
  public PrefixFeed(String subscriber, Source source) {
    this.subscriber = subscriber;
    this.source = source;
  }

  /** Hears of new counters. */
  public void born(Born born) {
    List.copyOf(followers.getOrDefault(born.prefix(), Set.of()))
        .forEach(follower -> follower.born(born.names(), born.more()));
  }

  /** The counters that there are now; of others the subscription hears. */
  CompletionStage<CounterList> follow(PrefixSubscription subscription) {
    followers
        .computeIfAbsent(subscription.prefix(), any -> new LinkedHashSet<>())
        .add(subscription);
    return source.watch(new WatchPrefix(subscriber, subscription.prefix(), true));
  }

  void unfollow(PrefixSubscription subscription) {
    Set<PrefixSubscription> some = followers.get(subscription.prefix());
    if (some != null && some.remove(subscription) && some.isEmpty()) {
      followers.remove(subscription.prefix());
      source.watch(new WatchPrefix(subscriber, subscription.prefix(), false));
    }
  }
}
