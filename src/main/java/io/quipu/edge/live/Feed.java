package io.quipu.edge.live;

import io.quipu.engine.live.LiveMessages.Reply;
import io.quipu.engine.live.LiveMessages.Watch;
import io.quipu.engine.live.LiveMeters;
import io.quipu.engine.live.Reading;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.time.Scheduler;
import io.quipu.service.verticles.LiveVerticle;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The counters that the connections of one HTTP instance follow. The instance watches each counter
 * once, for any number of connections. Confined to the context of the instance.
 */
public final class Feed {
  /** Sends requests to the live verticle. */
  @FunctionalInterface
  public interface Source {
    /** Always completes, with a reply or a failure, on the context of the feed. */
    CompletionStage<Reply> watch(Watch watch);
  }

  private final Map<CounterName, Followed> counters = new HashMap<>();
  private final String subscriber;
  private final Source source;
  private final Scheduler scheduler;
  private final Duration retry;
  private final int limit;
  private final LiveMeters meters;
  private int subscriptions;

  /**
   * @param subscriber the unique name of this HTTP instance
   * @param retry the pause after a failed request for a snapshot
   * @param limit the maximum number of subscriptions of all connections together
   */
  public Feed(
      String subscriber,
      Source source,
      Scheduler scheduler,
      Duration retry,
      int limit,
      LiveMeters meters) {
    this.subscriber = subscriber;
    this.source = source;
    this.scheduler = scheduler;
    this.retry = retry;
    this.limit = limit;
    this.meters = meters;
  }

  /** Takes an update of {@link LiveVerticle#UPDATES}. */
  public void update(Reading reading) {
    Followed followed = counters.get(reading.counter());
    if (followed != null) {
      followed.update(reading);
    }
  }

  /** The names of the namespaces of the followed counters. */
  Set<String> namespaces() {
    return counters.keySet().stream().map(CounterName::namespace).collect(Collectors.toSet());
  }

  /**
   * Ends all connections that follow counters of a namespace which were deleted since.
   *
   * @param found the namespace as it is; empty if there is none
   */
  void endDeleted(String namespace, Optional<Namespace> found) {
    List<Subscription> some =
        counters.values().stream()
            .filter(one -> one.counter.name().namespace().equals(namespace))
            .filter(
                one ->
                    found.isEmpty()
                        || !one.counter.name().in(found.get()).equals(one.counter.name()))
            .flatMap(one -> one.subscribers.stream())
            .toList();
    some.forEach(Subscription::endDeleted);
  }

  /** The number of followed counters. */
  public int size() {
    return counters.size();
  }

  boolean hasRoomFor(int more) {
    return subscriptions + more <= limit;
  }

  /**
   * Adds a subscription, and asks for its snapshot. If the subscription was added before, only asks
   * for another snapshot.
   */
  void follow(Subscription subscription) {
    Followed followed =
        counters.computeIfAbsent(
            subscription.counter().name(), any -> new Followed(subscription.counter()));
    if (followed.subscribers.add(subscription)) {
      count(1);
    }
    followed.snapshotFor(subscription);
  }

  void unfollow(Subscription subscription) {
    Followed followed = counters.get(subscription.counter().name());
    if (followed != null && followed.subscribers.remove(subscription)) {
      count(-1);
      followed.without(subscription);
    }
  }

  private void count(int more) {
    subscriptions += more;
    meters.subscriptions(more);
  }

  /** One followed counter. The snapshot of at most one request under way is used. */
  private final class Followed {
    final Set<Subscription> subscribers = new LinkedHashSet<>();
    private final KnownCounter counter;
    private Set<Subscription> asked = Set.of();
    private Set<Subscription> next = new LinkedHashSet<>();
    private Scheduler.Cancellable nextTry = () -> {};
    private @Nullable Reading latestUpdate;

    Followed(KnownCounter counter) {
      this.counter = counter;
    }

    void snapshotFor(Subscription subscription) {
      next.add(subscription);
      if (asked.isEmpty()) {
        ask();
      }
    }

    void without(Subscription subscription) {
      next.remove(subscription);
      if (!subscribers.isEmpty()) {
        if (subscription.minInterval().compareTo(pace()) < 0) {
          source.watch(new Watch(subscriber, counter, true, pace()));
        }
      } else {
        nextTry.cancel();
        counters.remove(counter.name(), this);
        source.watch(new Watch(subscriber, counter, false));
      }
    }

    /**
     * Returns the shortest interval of all subscribers. A subscriber with a longer interval keeps
     * only the latest count until its own interval is over.
     */
    private Duration pace() {
      return subscribers.stream()
          .map(Subscription::minInterval)
          .min(Duration::compareTo)
          .orElse(Duration.ZERO);
    }

    void update(Reading reading) {
      if (latestUpdate == null || reading.version() > latestUpdate.version()) {
        latestUpdate = reading;
        subscribers.forEach(subscription -> subscription.offer(reading));
      }
    }

    /** Asks for a snapshot. Subscribers that are added later wait for the next request. */
    private void ask() {
      asked = next;
      next = new LinkedHashSet<>();
      source
          .watch(new Watch(subscriber, counter, true, pace()))
          .whenComplete(
              (reply, failure) -> {
                if (counters.get(counter.name()) != this) {
                  return;
                }
                if (failure == null && reply instanceof Reply.Snapshot snapshot) {
                  begin(snapshot.reading());
                } else {
                  next.addAll(asked);
                  next.retainAll(subscribers);
                  nextTry = scheduler.after(retry, this::askAgain);
                }
              });
    }

    /**
     * Begins subscriptions with the snapshot, or with an update that is newer than the snapshot.
     * Subscriptions that did not ask for this snapshot do not get it, because they receive every
     * newer count as an update.
     */
    private void begin(Reading snapshot) {
      Reading update = latestUpdate;
      Reading newest = update != null && update.version() > snapshot.version() ? update : snapshot;
      Set<Subscription> served = asked;
      asked = Set.of();
      for (Subscription subscription : served) {
        if (subscribers.contains(subscription)) {
          subscription.begin(newest);
        }
      }
      askForTheNext();
    }

    private void askAgain() {
      asked = Set.of();
      askForTheNext();
    }

    private void askForTheNext() {
      if (!next.isEmpty() && counters.get(counter.name()) == this) {
        ask();
      }
    }
  }
}
