package io.quipu.edge.live;

import io.quipu.engine.live.LiveMessages.Born;
import io.quipu.engine.live.LiveMessages.CounterList;
import io.quipu.engine.live.LiveMessages.Prefix;
import io.quipu.engine.live.LiveMessages.WatchPrefix;
import io.quipu.engine.names.Namespace;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * The prefixes that the connections of one HTTP instance follow. The live verticle has one watch of
 * a prefix for all subscriptions of the instance. Confined to the context of the instance.
 */
public final class PrefixFeed {
  /** Asks the live verticle to start or stop watching a prefix. */
  @FunctionalInterface
  public interface Source {
    /** Returns the known counters or a failure; always completes, on the context of the feed. */
    CompletionStage<CounterList> watch(WatchPrefix watch);
  }

  private final Map<Prefix, Set<PrefixSubscription>> followers = new HashMap<>();
  private final String subscriber;
  private final Source source;

  /**
   * @param subscriber the unique name of this instance
   */
  public PrefixFeed(String subscriber, Source source) {
    this.subscriber = subscriber;
    this.source = source;
  }

  /** Tells the subscriptions of a prefix about new counters. */
  public void born(Born born) {
    List.copyOf(followers.getOrDefault(born.prefix(), Set.of()))
        .forEach(follower -> follower.born(born.names(), born.more()));
  }

  /** The names of the namespaces of the followed prefixes. */
  Set<String> namespaces() {
    return followers.keySet().stream().map(Prefix::namespace).collect(Collectors.toSet());
  }

  /**
   * Ends all connections that follow prefixes of a namespace that was deleted, or of which a
   * counter was purged: that may have the prefix.
   *
   * @param found the namespace as it is; empty if there is none
   */
  void endDeleted(String namespace, Optional<Namespace> found) {
    List<PrefixSubscription> some =
        followers.entrySet().stream()
            .filter(one -> one.getKey().namespace().equals(namespace))
            .filter(one -> found.isEmpty() || !one.getKey().in(found.get()).equals(one.getKey()))
            .flatMap(one -> one.getValue().stream())
            .toList();
    some.forEach(PrefixSubscription::endDeleted);
  }

  /**
   * Follows a prefix until {@link #unfollow}, even if the request fails. Returns the known counters
   * of the prefix. The subscription is told about later counters.
   */
  CompletionStage<CounterList> follow(PrefixSubscription subscription) {
    followers
        .computeIfAbsent(subscription.followed(), any -> new LinkedHashSet<>())
        .add(subscription);
    return source.watch(new WatchPrefix(subscriber, subscription.followed(), true));
  }

  void unfollow(PrefixSubscription subscription) {
    Set<PrefixSubscription> some = followers.get(subscription.followed());
    if (some != null && some.remove(subscription) && some.isEmpty()) {
      followers.remove(subscription.followed());
      source.watch(new WatchPrefix(subscriber, subscription.followed(), false));
    }
  }
}
