package io.quipu.edge.live;

import io.quipu.engine.live.LiveMessages.Prefix;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Namespace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The subscription of one connection to all counters of a prefix. New counters are followed while
 * there is room. When some are not followed, the client is told so, once after each {@link #begin}.
 * Confined to the context of its connection.
 */
final class PrefixSubscription {
  private final Prefix prefix;
  private final Namespace namespace;
  private final Subscriptions owner;
  private final Runnable tellMore;
  private final List<String> early = new ArrayList<>();
  private Duration minInterval = Duration.ZERO;
  private boolean begun;
  private boolean told;

  /**
   * @param tellMore tells the client that some counters of the prefix are not followed
   */
  PrefixSubscription(Prefix prefix, Namespace namespace, Subscriptions owner, Runnable tellMore) {
    this.prefix = prefix;
    this.namespace = namespace;
    this.owner = owner;
    this.tellMore = tellMore;
  }

  Prefix prefix() {
    return prefix;
  }

  /** The prefix in the life of its namespace that is followed. */
  Prefix followed() {
    return prefix.in(namespace);
  }

  /** Ends the connection, because counters were deleted. */
  void endDeleted() {
    owner.outlet().endDeleted();
  }

  boolean holds(CounterName counter) {
    return prefix.holds(counter.named());
  }

  /**
   * Follows the listed counters, and the new counters that arrived before the list. Follows none of
   * these counters if there is no room for all.
   *
   * @param names the names in the list of the live verticle
   * @param interval the shortest time between two counts of one counter
   */
  Subscriptions.Outcome begin(Collection<String> names, Duration interval) {
    List<String> all = new ArrayList<>(names);
    all.addAll(early);
    Subscriptions.Outcome outcome = owner.followAll(known(all), interval);
    if (outcome == Subscriptions.Outcome.FOLLOWED) {
      begun = true;
      minInterval = interval;
    }
    told &= !begun;
    early.clear();
    return outcome;
  }

  /**
   * Follows new counters. Counters that arrive before the list wait for {@link #begin}.
   *
   * @param more whether the prefix has further counters, which are not in {@code names}
   */
  void born(List<String> names, boolean more) {
    if (!begun) {
      early.addAll(names);
      return;
    }
    boolean all = true;
    for (KnownCounter counter : known(names)) {
      all &=
          owner.follows(counter.name())
              || owner.followAll(List.of(counter), minInterval) == Subscriptions.Outcome.FOLLOWED;
    }
    if ((more || !all) && !told) {
      told = true;
      tellMore.run();
    }
  }

  private List<KnownCounter> known(Collection<String> names) {
    return names.stream()
        .map(name -> new KnownCounter(new CounterName(prefix.namespace(), name), namespace))
        .toList();
  }
}
