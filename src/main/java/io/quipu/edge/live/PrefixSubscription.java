package io.quipu.edge.live;

import io.quipu.engine.live.LiveMessages.Prefix;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.KnownCounter;
import io.quipu.engine.model.Namespace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * All counters of a prefix on one connection. New counters are followed while the connection has
 * room. At the first counter without room, the client is told once that the prefix has more.
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

  boolean holds(CounterName counter) {
    return prefix.holds(counter);
  }

  /**
   * Follows all present counters of the prefix. Changes nothing if there is no room for all.
   *
   * @param names the names in the list of the live verticle
   * @param interval the least time between two counts of one counter
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

  /** Follows new counters. Counters that arrive before the list wait for {@link #begin}. */
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
